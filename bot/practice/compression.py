"""How the gateway's frames are packed: as plain text, or as one compressed stream."""

from __future__ import annotations

import importlib
import zlib
from collections.abc import Callable
from typing import Any

Pack = Callable[[str], str | bytes]


def packing(wanted: str | None) -> Pack:
    """How to pack the frames of one connection, each in turn, that asked for this compression.

    What this server cannot do is sent as plain text, which every client takes.
    """
    if wanted == "zlib-stream":
        return _zlib_stream()
    if wanted == "zstd-stream":
        return _zstd_stream() or _plain
    return _plain


def _plain(frame: str) -> str:
    return frame


def _zlib_stream() -> Pack:
    stream = zlib.compressobj()
    return lambda frame: stream.compress(frame.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)


def _zstd_stream() -> Pack | None:
    """The same with Zstandard, where its package happens to be installed."""
    try:
        zstandard: Any = importlib.import_module("zstandard")
    except ImportError:
        return None
    stream = zstandard.ZstdCompressor().compressobj()

    def pack(frame: str) -> bytes:
        block = stream.compress(frame.encode()) + stream.flush(zstandard.COMPRESSOBJ_FLUSH_BLOCK)
        return bytes(block)

    return pack
