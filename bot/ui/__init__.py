"""Discord: what players see, and how what they press reaches a table."""
