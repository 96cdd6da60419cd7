"""What the client at the other end can do and wants, read once from its capabilities and initialization options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from lsprotocol.types import InitializeParams

    from chunklint.engine.model import Language

Encoding = Literal["utf-8", "utf-16", "utf-32"]


class Client(NamedTuple):
    """The client's abilities that something here depends on; a client that says nothing has none of them.

    ``encoding`` is the unit of columns. With ``pulls`` the client asks for diagnostics, and nothing is pushed for the
    documents that it has open. ``underlines_starts`` is no ability but its user's wish: a diagnostic about a large
    block is one about its first line.
    """

    encoding: Encoding = "utf-16"
    pulls: bool = False
    related_information: bool = False
    tags: bool = False
    code_description: bool = False
    diagnostic_data: bool = False
    markdown: bool = True
    resolves_edits: bool = False
    document_changes: bool = False
    shows_documents: bool = False
    watches_files: bool = False
    gives_configuration: bool = False
    watches_configuration: bool = False
    refreshes_diagnostics: bool = False
    refreshes_lenses: bool = False
    refreshes_hints: bool = False
    underlines_starts: bool = False


class Options(NamedTuple):
    """What the user set in the editor: ``initializationOptions``, then the section ``chunklint`` of its settings.

    ``language`` is that of messages: auto follows the settings file, then the client's locale. ``trusted`` allows the
    plugins that the workspace's settings list. ``show_chunks`` turns code lenses and inlay hints on. ``config`` is a
    settings file that replaces the search for one, ``profiles`` are used instead of those that settings choose.
    ``workspace_diagnostics`` checks files that are not open, for clients that ask. ``chunks_changed`` asks for the
    notification of that name. ``lens_command`` is a command of the client that a code lens runs; empty for none.
    ``underline`` says how much of a finding over many lines is marked.
    """

    language: Literal["auto", "en", "zh-CN"] = "auto"
    trusted: bool = False
    show_chunks: bool = False
    config: str | None = None
    profiles: tuple[str, ...] = ()
    workspace_diagnostics: bool = True
    chunks_changed: bool = False
    lens_command: str = ""
    underline: Literal["whole", "start"] = "whole"


def client_of(params: InitializeParams) -> Client:
    """The abilities that a client announces."""
    capabilities = params.capabilities
    published = _get(capabilities, "text_document.publish_diagnostics")
    # What is said of pushed diagnostics holds for pulled ones, unless something else is said of them.
    diagnostic = _get(capabilities, "text_document.diagnostic")
    resolved = _get(capabilities, "text_document.code_action.resolve_support.properties") or ()
    formats = _get(capabilities, "text_document.hover.content_format") or ("markdown",)
    return Client(
        encoding=_encoding(_get(capabilities, "general.position_encodings") or ()),
        pulls=diagnostic is not None,
        related_information=_either(diagnostic, published, "related_information"),
        tags=_either(diagnostic, published, "tag_support"),
        code_description=_either(diagnostic, published, "code_description_support"),
        diagnostic_data=_either(diagnostic, published, "data_support"),
        markdown="markdown" in [str(getattr(kind, "value", kind)) for kind in formats],
        resolves_edits="edit" in resolved and bool(_get(capabilities, "text_document.code_action.data_support")),
        document_changes=bool(_get(capabilities, "workspace.workspace_edit.document_changes")),
        shows_documents=bool(_get(capabilities, "window.show_document.support")),
        watches_files=bool(_get(capabilities, "workspace.did_change_watched_files.dynamic_registration")),
        gives_configuration=bool(_get(capabilities, "workspace.configuration")),
        watches_configuration=bool(_get(capabilities, "workspace.did_change_configuration.dynamic_registration")),
        refreshes_diagnostics=bool(_get(capabilities, "workspace.diagnostics.refresh_support")),
        refreshes_lenses=bool(_get(capabilities, "workspace.code_lens.refresh_support")),
        refreshes_hints=bool(_get(capabilities, "workspace.inlay_hint.refresh_support")),
    )


def options_of(given: object, before: Options) -> Options:
    """The options of a mapping over those known before; what is not there, or of a wrong type, leaves them as they are.

    >>> options_of({"showChunks": True, "profile": "docs", "language": 5}, Options())[2:5]
    (True, None, ('docs',))
    """
    if not isinstance(given, dict):
        return before
    changed: dict[str, Any] = {}
    for key, name in _SWITCHES.items():
        if isinstance(given.get(key), bool):
            changed[name] = given[key]
    if given.get("language") in ("auto", "en", "zh-CN"):
        changed["language"] = given["language"]
    if given.get("underline") in ("whole", "start"):
        changed["underline"] = given["underline"]
    if "config" in given:
        changed["config"] = given["config"] if isinstance(given["config"], str) and given["config"] else None
    if isinstance(given.get("lensCommand"), str):
        changed["lens_command"] = given["lensCommand"]
    if "profile" in given:
        changed["profiles"] = _names(given["profile"])
    return before._replace(**changed)


def initial_options(given: object) -> Options:
    """The options that a client starts with; those of its settings may stand under ``settings``.

    Trust is given here and nowhere else: settings may come from the very workspace that is not trusted.
    """
    if not isinstance(given, dict):
        return Options()
    options = options_of(given.get("settings"), options_of(given, Options()))
    return options._replace(trusted=given.get("trusted") is True)


def language_of_locale(locale: str | None, default: Language = "en") -> Language:
    """The language for a client's locale: English where it is neither English nor Chinese, the default without one.

    >>> language_of_locale("zh-cn"), language_of_locale("de"), language_of_locale(None, "zh-CN")
    ('zh-CN', 'en', 'zh-CN')
    """
    if not locale:
        return default
    return "zh-CN" if locale.lower().startswith("zh") else "en"


# Keys of the client's settings that are true or false, with the field's name here.
_SWITCHES = {
    "showChunks": "show_chunks",
    "workspaceDiagnostics": "workspace_diagnostics",
    "chunksChanged": "chunks_changed",
}


def _names(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, (list, tuple)) else [value]
    return tuple(name for name in names if isinstance(name, str) and name)


def _encoding(offered: object) -> Encoding:
    """The unit of columns: UTF-8 where the client offers it, since it is cheapest here, else UTF-16 as by default."""
    names = [str(getattr(one, "value", one)) for one in cast("tuple[object, ...]", offered)]
    for encoding in ("utf-8", "utf-16", "utf-32"):
        if encoding in names:
            return encoding
    return "utf-16"


def _either(diagnostic: object, published: object, name: str) -> bool:
    return bool(getattr(diagnostic, name, None) or getattr(published, name, None))


def _get(value: object, path: str) -> Any:
    for name in path.split("."):
        value = getattr(value, name, None)
        if value is None:
            return None
    return value
