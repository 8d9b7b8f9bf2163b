"""Bounded search: the shortest match that shows something, on one deck, ply by ply.

Read in this order: `moment` (expressions on a certain deck), `states`, `start` and `step` (what a match can
do), `aims` (what is asked), `wiring` and `template` (terms as clauses), `problem`, `unrolled` (the solver),
`decode` and `confirm` (models as matches, played and judged by the evaluator), `api`.
"""
