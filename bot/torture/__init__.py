"""Whole nights against a Discord that fails: nothing may be lost."""
