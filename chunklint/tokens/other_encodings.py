"""Encodings that tiktoken knows besides the shipped ones, loaded from this computer and never from the network."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import local

from chunklint.tokens.counter import TokenCounter, TokenizerError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_thread = local()
_hooked = False


class OfflineError(PermissionError):
    """Raised inside tiktoken where it would open a socket, or delete a cached file to fetch it anew."""


@contextmanager
def offline() -> Iterator[None]:
    """While it is open, this thread can open no socket and delete no file.

    An audit hook does it, since it sees what any library does, plugins included, and leaves other threads
    (a server's) alone. A hook cannot be removed, so it is added when first needed.
    """
    global _hooked
    if not _hooked:
        _hooked = True
        sys.addaudithook(_refuse)
    _thread.offline = True
    try:
        yield
    finally:
        _thread.offline = False


def _refuse(event: str, _arguments: tuple[object, ...]) -> None:
    if (event.startswith("socket.") or event == "os.remove") and getattr(_thread, "offline", False):
        raise OfflineError(event)


def open_encoding(name: str) -> TokenCounter:
    """A counter for an encoding of tiktoken or of its plugins, if all its files are on this computer.

    Raises TokenizerError where tiktoken does not know the name, or its files would have to be fetched.
    """
    try:
        import tiktoken
    except ImportError as error:
        raise TokenizerError(f"tokenizer {name!r} needs a package that fails to load: pip install tiktoken") from error
    from chunklint.tokens.tiktoken_engine import SplitInPythonCounter, TiktokenCounter

    with offline():
        try:
            known = tiktoken.list_encoding_names()
        except Exception as error:
            raise TokenizerError(f"tokenizer {name!r}: a plugin of tiktoken fails to load ({error})") from error
        if name not in known:
            raise TokenizerError(_unknown(name, known))
        try:
            encoding = tiktoken.get_encoding(name)
        except Exception as error:
            raise TokenizerError(
                f"tokenizer {name!r}: its vocabulary is not on this computer, and chunklint downloads nothing; "
                "set TIKTOKEN_CACHE_DIR to a folder into which tiktoken has loaded it"
            ) from error
    return TiktokenCounter(name, encoding, SplitInPythonCounter(name, encoding))


def _unknown(name: str, known: list[str]) -> str:
    """The sentence for a name that nobody knows, with the nearest name that somebody does."""
    import tiktoken
    from tiktoken.model import MODEL_PREFIX_TO_ENCODING, MODEL_TO_ENCODING

    try:
        encoding = tiktoken.encoding_name_for_model(name)
    except KeyError:
        from difflib import get_close_matches

        # A model's name misspelt leads to its encoding as well.
        prefixes = {prefix.rstrip("-"): encoding for prefix, encoding in MODEL_PREFIX_TO_ENCODING.items()}
        targets = {**prefixes, **MODEL_TO_ENCODING, **{each: each for each in [*known, "characters"]}}
        near = get_close_matches(name, targets, n=1, cutoff=0.7)
        advice = (
            f"did you mean {targets[near[0]]!r}?"
            if near
            else "use 'cl100k_base', 'o200k_base', 'characters' or the path of a tokenizer.json"
        )
        return f"unknown tokenizer {name!r}; {advice}"
    return f"unknown tokenizer {name!r}; this is a model, did you mean its encoding {encoding!r}?"
