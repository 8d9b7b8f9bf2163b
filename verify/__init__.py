"""Back end 3: what holds in every match, shown by Z3 from the very IR that is played.

Read in this order: `terms` (the only place that makes solver terms), `symbolic` (a state as
functions), `encode`
(expressions), `effects` (what a move does to a state), `facts` (quantifiers, instantiated by hand), `assume`
(what the declarations of zones give), `obligations` (the questions), `prove` (asking them).
"""
