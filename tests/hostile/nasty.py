"""What a cheat, a broken client or a vandal might send, and how much of it is tried.

A run tries `AXEMAN_HOSTILE_INPUTS` inputs, 100,000 if that is not set, split between the readers
as `SHARES` says. Every Hypothesis example is a batch, so that an input costs little more than the
reading of it. What travels over the wire comes on top (`test_hostile_wire.py`).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Final

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

INPUTS: Final = int(os.environ.get("AXEMAN_HOSTILE_INPUTS", "100000"))
SHARES: Final = {
    "custom ids": 25,
    "amounts": 15,
    "house rules": 20,
    "windows": 10,
    "records": 10,
    "replays": 2,
    "holdings": 5,
    "names": 6,
    "tables": 7,
}
"""Per cent of the inputs that each reader gets."""
BATCH: Final = 20

NUMBERS: Final = (
    *("0", "-0", "-1", "-5", "+5", "00", "007", "1", "20", "1_0", "1e3", "1e30", "0x10", "1.5"),
    *("NaN", "nan", "Infinity", "-inf", "1,000", "1 000", "1,,0", ",", "1.000", "1'000", "½", "²"),
    *("\u0661\u0662\u0663", "\uff11\uff12", "\u216b", "\U0001d7d8", "5\u200b", "\u202e05", "5\0"),
    *("9" * 15, "9" * 16, "9" * 19, "9" * 5_000, str(2**31), str(2**63), str(2**64), str(-(2**63))),
)
"""Amounts, or what somebody hopes will pass for one."""
WORDS: Final = (
    *(
        "",
        " ",
        "\0",
        "\n",
        "\r\n",
        "\t",
        "\u2028",
        "\u00a0",
        "\u3164",
        "\u200b",
        "\u200d",
        "\ufeff",
    ),
    *("\ud800", "\udfff\ud800", "\u202eevil\u202c", "\u2066\u2067", "a" + "\u0301" * 40),
    *("@everyone", "@here", "<@1>", "<@!1>", "<@&1>", "<#1>", "</axe open:1>", "<t:1:R>", "<:a:1>"),
    *("# big", "> quote", "- list", "1. one", "```\ncode\n```", "`", "||", "**", "__", "~~", "\\"),
    *(
        "[x](https://evil.example)",
        "https://evil.example",
        "discord.gg/x",
        "-# small",
        "<id:guide>",
    ),
    *("None", "null", "true", "undefined", "{}", "[]", "'; DROP TABLE seats; --", "%s%n", "{0}"),
    *("../../etc/passwd", "${jndi:x}", "A" * 6_000, "\u05e9\u05dc\u05d5\u05dd", "\U0001f0a1"),
)
"""Text that is meant to break something."""

_NASTY: Final = (*NUMBERS, *WORDS)

# By number, so that Hypothesis need not write all of them out to describe a strategy.
nasty_texts = st.integers(0, len(_NASTY) - 1).map(lambda number: _NASTY[number])
texts = nasty_texts | st.text(max_size=40)


def spoilt(*good: str) -> st.SearchStrategy[str]:
    """These texts with something cut out, put in or put over: nearly right."""

    def spoil(text: str, at: int, cut: int, put: str) -> str:
        place = at % (len(text) + 1)
        return text[:place] + put + text[place + cut :]

    put = st.just("") | st.text(max_size=2) | nasty_texts
    return st.builds(spoil, st.sampled_from(good), st.integers(0, 99), st.integers(0, 4), put)


values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.sampled_from([-1, 0, 2**53, 2**63, -(2**63), 10**40])
    | st.floats()
    | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=6,
)
"""Any value that JSON can bring, and NaN besides."""


def tries(share: str) -> Callable[[Any], Any]:
    """Hypothesis settings for a test that reads this share of the inputs, a batch an example."""
    return settings(
        max_examples=max(1, INPUTS * SHARES[share] // 100 // BATCH),
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )


def batch(of: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    """So many inputs at once."""
    return st.lists(of, min_size=BATCH, max_size=BATCH)
