"""Floor 4: rules compiled to Python, an engine behind the same protocol; see `engine.py` for what it
offers.
"""
