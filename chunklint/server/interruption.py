"""Ends a running check whose result nobody wants any more, between two looks of a rule; it starts none anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.registry import Registry

if TYPE_CHECKING:
    from chunklint.engine.model import Check


class CheckInterrupted(Exception):  # noqa: N818 (nothing went wrong)
    """A check was ended because its document has changed or was closed."""


class Interruption:
    """Interrupts checks that run with the rules it gives; one check at a time."""

    def __init__(self) -> None:
        self._is_wanted = False
        self._running: object = None
        self._registries: dict[int, tuple[Registry, Registry]] = {}

    def begin(self, what: object) -> None:
        """Note in the thread of the check that it begins."""
        self._running, self._is_wanted = what, False

    def interrupt(self, what: object) -> None:
        """End the check of something, if it is the one that runs."""
        if self._running is what:
            self._is_wanted = True

    def registry(self, registry: Registry) -> Registry:
        """The same rules, whose checks raise CheckInterrupted when the check is to end."""
        known = self._registries.get(id(registry))
        if known is None:
            rules = [loaded._replace(check=self._interruptible(loaded.check)) for loaded in registry.rules]
            # The first one is kept so that no other gets its identity.
            known = self._registries[id(registry)] = (registry, Registry(rules))
        return known[1]

    def _interruptible(self, check: Check) -> Check:
        def checked(unit: Any, context: Any) -> Any:
            if self._is_wanted:
                raise CheckInterrupted
            return check(unit, context)

        return checked
