"""Recognises what builds a documentation site by its files, and what of such a tree is no page; it writes nothing."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Bytes of a configuration file that are looked at; real ones are a tenth of that.
_MOST = 200_000
# Folders in which a site's own configuration may lie, below the project's.
_PLACES = (".", "docs", "doc", "docs/source", "documentation", "website", "site")


class Left(NamedTuple):
    """A pattern of paths that are left out, relative to the project, and why, in English and Chinese."""

    pattern: str
    why: tuple[str, str]


class Found(NamedTuple):
    """A site builder, the file it was recognised by (relative to the project), and what to leave out."""

    name: str
    file: str
    left_out: tuple[Left, ...]


_OUTPUT = ("what the site builder writes", "站点生成器的输出")
_CACHE = ("what the site builder keeps", "站点生成器的缓存")
_OLD = ("pages of versions that are out already", "已发布旧版本的页面")
_THEME = ("other people's files", "第三方主题文件")
_MODEL = ("models for new pages", "新页面的模板")
_LICENCE = ("a licence is no documentation", "许可证不是文档")
_FORM = ("forms that others fill in", "供他人填写的模板")


def site_builders(project: Path) -> list[Found]:
    """The site builders of a project, each as often as it is configured."""
    found = []
    for place in _PLACES:
        folder = project / place
        if folder.is_dir():
            prefix = "" if place == "." else f"{place}/"
            found += [one for recognise in _BUILDERS for one in recognise(folder, prefix)]
    return found


def other_files(project: Path) -> list[Left]:
    """What is no page in any repository, as far as it is there."""
    candidates = (
        ("LICENSE.md", _LICENCE),
        (".github/ISSUE_TEMPLATE", _FORM),
        (".github/PULL_REQUEST_TEMPLATE.md", _FORM),
        (".github/pull_request_template.md", _FORM),
        (".gitlab/issue_templates", _FORM),
        (".gitlab/merge_request_templates", _FORM),
    )
    names = {path.name for folder in (project, project / ".github", project / ".gitlab") for path in _listed(folder)}
    return [
        Left(f"/{path}/**" if (project / path).is_dir() else f"/{path}", why)
        for path, why in candidates
        # A file system may not tell cases apart, but one name is enough.
        if (project / path).exists() and path.rpartition("/")[2] in names
    ]


def _mkdocs(folder: Path, prefix: str) -> Iterator[Found]:
    for name in ("mkdocs.yml", "mkdocs.yaml"):
        if (folder / name).is_file():
            output = _value(_read(folder / name), "site_dir") or "site"
            yield Found("MkDocs", prefix + name, (Left(f"/{prefix}{output}/**", _OUTPUT),))
            return


def _docusaurus(folder: Path, prefix: str) -> Iterator[Found]:
    for ending in ("js", "ts", "mjs", "cjs", "mts"):
        name = f"docusaurus.config.{ending}"
        if (folder / name).is_file():
            left = [Left(f"/{prefix}build/**", _OUTPUT), Left(f"/{prefix}.docusaurus/**", _CACHE)]
            if (folder / "versioned_docs").is_dir():
                left.append(Left(f"/{prefix}versioned_docs/**", _OLD))
            yield Found("Docusaurus", prefix + name, tuple(left))
            return


def _vitepress(folder: Path, prefix: str) -> Iterator[Found]:
    configured = sorted(path.name for path in _listed(folder / ".vitepress") if path.name.startswith("config."))
    if configured:
        left = (Left(f"/{prefix}.vitepress/dist/**", _OUTPUT), Left(f"/{prefix}.vitepress/cache/**", _CACHE))
        yield Found("VitePress", f"{prefix}.vitepress/{configured[0]}", left)


def _sphinx(folder: Path, prefix: str) -> Iterator[Found]:
    if (folder / "conf.py").is_file() and re.search(
        r"\b(myst_parser|myst_nb|recommonmark)\b", _read(folder / "conf.py")
    ):
        left = [Left(f"/{prefix}_build/**", _OUTPUT)]
        if prefix.endswith("source/"):
            left.append(Left(f"/{prefix.removesuffix('source/')}build/**", _OUTPUT))
        yield Found("Sphinx (MyST)", f"{prefix}conf.py", tuple(left))


def _hugo(folder: Path, prefix: str) -> Iterator[Found]:
    names = [f"hugo.{ending}" for ending in ("toml", "yaml", "yml", "json")]
    # The old name is anybody's; what goes with it is not.
    if (folder / "content").is_dir() and any((folder / name).is_dir() for name in ("archetypes", "layouts", "themes")):
        names += [f"config.{ending}" for ending in ("toml", "yaml", "yml", "json")]
        names += ["config/_default/hugo.toml", "config/_default/config.toml"]
    for name in names:
        if (folder / name).is_file():
            output = _value(_read(folder / name), "publishDir") or "public"
            left = [Left(f"/{prefix}{output}/**", _OUTPUT), Left(f"/{prefix}resources/**", _CACHE)]
            left += [Left(f"/{prefix}themes/**", _THEME)] if (folder / "themes").is_dir() else []
            left += [Left(f"/{prefix}archetypes/**", _MODEL)] if (folder / "archetypes").is_dir() else []
            yield Found("Hugo", prefix + name, tuple(left))
            return


_BUILDERS = (_mkdocs, _docusaurus, _vitepress, _sphinx, _hugo)


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            return file.read(_MOST).decode("utf-8", "replace")
    except OSError:
        return ""


def _value(text: str, key: str) -> str:
    """The plain folder that a key at the start of a line names, in YAML or TOML; empty for anything else."""
    match = re.search(rf"(?m)^{key}\s*[:=]\s*[\"']?([\w][\w./-]*?)/?[\"']?\s*(?:#.*)?$", text)
    return match[1] if match and ".." not in match[1] else ""
