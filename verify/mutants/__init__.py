"""Mutants: the rules of a file changed one small step at a time, to see which of them its checks notice."""
