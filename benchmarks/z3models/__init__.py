"""Models written by hand for Z3: what the prover is measured against."""
