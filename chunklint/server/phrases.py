"""What the server itself says to people, in English and Chinese; the rules' messages are with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.model import filled

if TYPE_CHECKING:
    from chunklint.engine.model import Language

PHRASES: dict[str, tuple[str, str]] = {
    # Code actions
    "fix": ("Fix {code} ({name})", "修复 {code}（{name}）"),
    "fix look": ("Fix {code} ({name}), which needs a look afterwards", "修复 {code}（{name}），之后请检查"),
    "fix all": ("Fix all safe chunklint problems", "修复所有可安全修复的 chunklint 问题"),
    "suppress line": ("Disable {code} ({name}) here", "在此处屏蔽 {code}（{name}）"),
    "suppress file": ("Disable {code} ({name}) in this file", "在此文件中屏蔽 {code}（{name}）"),
    "open rule": ("Explain {code} ({name})", "说明 {code}（{name}）"),
    # Chunks
    "one chunk": ("chunk {number:d} · {tokens} {unit}", "第 {number:d} 块 · {tokens} {unit}"),
    "chunks": ("{chunks:chunk|chunks} · {sizes} {unit}", "{chunks} 块 · {sizes} {unit}"),
    "shared chunk": (
        "chunk {number:d} · {tokens} {unit}, with {others}",
        "第 {number:d} 块 · {tokens} {unit}，与{others}同块",
    ),
    "other sections": ("{others:other section|other sections}", "其他 {others} 节"),
    "boundary": ("chunk {number:d} · {tokens} {unit}", "第 {number:d} 块 · {tokens} {unit}"),
    "unit characters": ("characters", "个字符"),
    "unit tokens": ("tokens", "token"),
    "heading chunks": ("Profile '{profile}', at most {limit} {unit}:", "切分方案“{profile}”，上限 {limit} {unit}："),
    "chunk line": (
        "chunk {number:d} · {tokens} {unit} · lines {line:d}–{end_line:d}",
        "第 {number:d} 块 · {tokens} {unit} · 第 {line:d}～{end_line:d} 行",
    ),
    "no chunk": ("This heading is in no chunk.", "此标题不在任何块中。"),
    "profiles": ("Profiles: {names}", "切分方案：{names}"),
    # Things that go wrong
    "bad settings": (
        "chunklint: the settings from before hold until this is mended: {sentence}",
        "chunklint：修正下面的问题之前，沿用先前的设置：{sentence}",
    ),
    "untrusted": (
        "chunklint: {path} lists rule packs ({plugins}), which are code; they are not loaded, because this workspace "
        "is not trusted.",
        "chunklint：{path} 列出了规则包（{plugins}）。规则包是代码，当前工作区未受信任，因此没有加载。",
    ),
    "untrusted profiles": (
        "chunklint: {path} has profiles that run code ({profiles}); they are not used, because this workspace is not "
        "trusted.",
        "chunklint：{path} 中有会运行代码的切分方案（{profiles}）。当前工作区未受信任，因此没有使用。",
    ),
    "internal": (
        "chunklint: an internal error ({type}) stopped the check of {path}. Please report it with this name; the "
        "server's log shows where it happened.",
        "chunklint：内部错误（{type}），{path} 未能检查完。请附上该名称报告此问题；服务器日志中有出错位置。",
    ),
    "internal server": (
        "chunklint: an internal error ({type}). Please report it with this name; the server's log shows where it "
        "happened.",
        "chunklint：内部错误（{type}）。请附上该名称报告此问题；服务器日志中有出错位置。",
    ),
    "bad message": (
        "chunklint: a message from the editor could not be understood ({reason}) and was left aside.",
        "chunklint：无法理解编辑器发来的一条消息（{reason}），已忽略。",
    ),
    "unknown rule": ("There is no rule {code}.", "没有规则 {code}。"),
    # Progress
    "checking workspace": ("chunklint: checking the workspace", "chunklint：正在检查工作区"),
    "checked files": ("{done} of {files}", "{done} / {files}"),
}


def phrase(name: str, language: Language, /, **values: Any) -> str:
    """One sentence in one language with its placeholders filled; raises KeyError for an unknown name.

    >>> phrase("chunks", "en", chunks=2, sizes="412 + 388", unit="tokens")
    '2 chunks · 412 + 388 tokens'
    """
    return filled(PHRASES[name][language == "zh-CN"], values)
