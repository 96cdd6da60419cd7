"""Keys of TOML texts and the lines they are on."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from chunklint.settings.toml_lines import key_lines

if TYPE_CHECKING:
    from chunklint.settings.toml_lines import KeyPath


def test_tables_keys_and_list_elements() -> None:
    text = """\
max-tokens = 3 # a = 1
select = [ # [
  "CL1", # ]
  'CL2',
]

[profiles."中文 docs"]
overlap = 0
[[overrides]]
files = ["a"]
[overrides.rules.fragment]
severity = "off"
[[overrides]]
"files" = []
"""
    lines = key_lines(text)
    assert lines["max-tokens",] == 1
    assert (lines["select",], lines["select", 0], lines["select", 1]) == (2, 3, 4)
    assert lines["profiles", "中文 docs", "overlap"] == 8
    assert lines["overrides", 0, "rules", "fragment", "severity"] == 12
    assert (lines["overrides", 1], lines["overrides", 1, "files"]) == (13, 14)


def test_strings_of_many_lines_hide_what_looks_like_a_key() -> None:
    assert key_lines('a = """\nb = 1\n\\""" ]\n""""\nc = 2') == {("a",): 1, ("c",): 5}
    assert key_lines("a = '''\nb = 1\n[t]'''\nc = 2") == {("a",): 1, ("c",): 4}


def test_dotted_keys_and_inline_tables() -> None:
    lines = key_lines('[rules]\n"sentence-too-long".max-words = 5\nfragment = {severity = "off", x = {y = [1]}}')
    assert lines["rules", "sentence-too-long", "max-words"] == 2
    assert lines["rules", "fragment", "x", "y", 0] == 3


_KEYS = st.from_regex(r"[a-zA-Z0-9_-]{1,5}", fullmatch=True)
_VALUES = st.recursive(
    st.sampled_from(
        ['"a ] } # , = b"', "'[x]'", "1", "true", "1979-05-27 07:32:00", '"""\n[no]\n"""', "'''\nno = 1'''"]
    ),
    lambda inner: st.lists(inner, max_size=3).map(lambda parts: "[\n" + ", # ]\n".join(parts) + "\n]"),
    max_leaves=5,
)


def _paths(value: object, path: KeyPath = ()) -> set[KeyPath]:
    found = {path} if path else set()
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in members:
        found |= _paths(inner, (*path, key))
    return found


@given(st.dictionaries(_KEYS, _VALUES, max_size=4), st.lists(st.dictionaries(_KEYS, _VALUES, max_size=2), max_size=3))
def test_every_key_of_a_document_has_a_line(top: dict[str, str], tables: list[dict[str, str]]) -> None:
    """The parser is the oracle of which keys there are, the text itself of the lines they are on."""
    rows = [f"{key} = {value}" for key, value in top.items()]
    for table in tables:
        rows += ["[[overrides.of]]", *(f"{key} = {value}" for key, value in table.items())]
    text = "\n".join(rows)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # `overrides` drawn as a plain key
        return
    lines = key_lines(text)
    assert set(lines) == _paths(document)
    written = text.split("\n")
    for path, line in lines.items():
        if len(path) == 1 and path != ("overrides",):
            assert written[line - 1].startswith(f"{path[0]} = ")
