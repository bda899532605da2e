"""Every game the bot deals: one file each, found by being here."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bot.rules.variant import Variant

__all__ = ["variants"]


@cache
def variants() -> Mapping[str, Variant]:
    """All games by key, in the order of their keys."""
    found: dict[str, Variant] = {}
    for module in pkgutil.iter_modules(__path__):
        variant: Variant = importlib.import_module(f"{__name__}.{module.name}").VARIANT
        assert variant.key not in found, f"two games are called {variant.key}"
        found[variant.key] = variant
    return MappingProxyType(dict(sorted(found.items())))
