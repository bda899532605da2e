"""Tables: who sits where, whose turn it is, and the one task that may change it."""
