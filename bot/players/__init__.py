"""Players that are no people: each gets a view and a question, and gives an action."""
