"""Looks up from a long check now and then: to end it when nobody wants it any more, and to let others go first."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from chunklint.engine.registry import Registry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chunklint.engine.model import Check


class CheckInterrupted(Exception):  # noqa: N818 (nothing went wrong)
    """A check was ended because its document has changed or was closed."""


class Interruption:
    """Looks up whenever a rule begins, in checks that run with the rules it gives.

    ``breathe`` is called then, in the thread of the check; other checks may run inside it.
    """

    def __init__(self, breathe: Callable[[], None] = lambda: None) -> None:
        self._breathe = breathe
        # The checks that run, each inside the one before, and those among them whose document has changed or gone.
        self._running: list[object] = []
        self._changed: list[object] = []
        self._gone: list[object] = []
        self._registries: dict[tuple[int, bool], tuple[Registry, Registry]] = {}

    @contextmanager
    def of(self, what: object) -> Iterator[None]:
        """While something is checked, in the thread of its check."""
        self._running.append(what)
        try:
            yield
        finally:
            self._running.pop()
            for marked in (self._changed, self._gone):
                marked[:] = [one for one in marked if one is not what]

    def interrupt(self, what: object, *, is_gone: bool = False) -> None:
        """End the check of something that has changed, or is gone, if it is one that runs."""
        if any(one is what for one in self._running):
            (self._gone if is_gone else self._changed).append(what)

    def registry(self, registry: Registry, *, until_gone: bool = False) -> Registry:
        """The same rules, whose checks raise CheckInterrupted when the check is to end.

        With ``until_gone`` a change does not end it: its result is worth having, since the next one is made of it.
        """
        known = self._registries.get((id(registry), until_gone))
        if known is None:
            rules = [loaded._replace(check=self._interruptible(loaded.check, until_gone)) for loaded in registry.rules]
            # The first one is kept so that no other gets its identity.
            known = self._registries[id(registry), until_gone] = (registry, Registry(rules))
        return known[1]

    def _interruptible(self, check: Check, until_gone: bool) -> Check:
        def checked(unit: Any, context: Any) -> Any:
            self._breathe()
            if self._gone or (self._changed and not until_gone):
                here = self._running[-1]
                if any(one is here for one in (self._gone if until_gone else [*self._gone, *self._changed])):
                    raise CheckInterrupted
            return check(unit, context)

        return checked
