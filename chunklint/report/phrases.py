"""The program's own sentences in English and Chinese; the rules' messages are with the rules.

A placeholder may say its noun in both numbers, ``{files:file|files}``, as in the rules' messages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from chunklint.engine.model import filled

if TYPE_CHECKING:
    from chunklint.engine.model import Language

PHRASES: dict[str, tuple[str, str]] = {
    # The end of a report
    "found": (
        "Found {problems:problem|problems} ({by_severity}) in {files:file|files}.",
        "在 {files} 个文件中发现 {problems} 个问题（{by_severity}）。",
    ),
    "all clean": ("All clean: no problem in {files:file|files}.", "全部通过：{files} 个文件，没有问题。"),
    "under profiles": ("{message} (Profile: {names})", "{message}（切分方案：{names}）"),
    "folded": (
        "{findings:finding is|findings are} folded under CL803; --show-folded lists them.",
        "有 {findings} 个问题已折叠在 CL803 之下；加 --show-folded 可列出。",
    ),
    "no files": ("No files to check.", "没有可检查的文件。"),
    "error": ("{count:error|errors}", "{count} 个错误"),
    "warning": ("{count:warning|warnings}", "{count} 个警告"),
    "info": ("{count} info", "{count} 条提示"),
    "list separator": (", ", "，"),
    "in cell": ("Cell {cell:d}, line {line:d}: {message}", "第 {cell:d} 个单元格第 {line:d} 行：{message}"),
    "see": ("see {place}: {message}", "另见 {place}：{message}"),
    "rest in summary": (" The job's summary lists them all.", "全部问题见作业摘要。"),
    "summary cut": (
        "The list ends here: a job's summary has no room for more.",
        "作业摘要容量有限，列表到此为止。",
    ),
    # Chunks that somebody else made
    "cannot read dump": ("{path} cannot be read: {reason}.", "无法读取 {path}：{reason}。"),
    "no dump": (
        "{path} {reason}; --chunks takes JSON or JSON lines of LangChain documents, LlamaIndex nodes, or text with "
        "metadata.",
        "{path} 无法用作 --chunks：{reason}。可用的是 JSON 或 JSON Lines，内容为 LangChain 文档、LlamaIndex 节点，"
        "或带元数据的文字。",
    ),
    "no source of chunks": (
        "The source of {documents:document|documents} is not at hand ({names}): these chunks are checked by "
        "themselves, and findings lie on their records. Name the files or their folder to check against them.",
        "有 {documents} 个文档的原文不在手边（{names}）：这些块只能单独检查，问题标在各自的记录上。"
        "请指定原文文件或所在文件夹，以便对照检查。",
    ),
    "missing option": ("The option {option} is needed.", "需要选项 {option}。"),
    "verify without source": (
        "{name}: its source is not at hand, so {chunks:chunk|chunks} cannot be compared; name the file or its folder.",
        "{name}：找不到原文，{chunks} 块无法对比；请指定原文文件或所在文件夹。",
    ),
    "verify one profile": (
        "Several profiles are active, and chunks are stored by one: name it with --profile.",
        "当前启用了多个切分方案，而存下的块只来自其中一个：请用 --profile 指定。",
    ),
    "verify equal": ("{path}: {equal} of {total} equal", "{path}：{total} 块中有 {equal} 块相同"),
    "verify first": (
        "; first difference at chunk {chunk}, line {line}: {reason}",
        "；首个差异在第 {chunk} 块，第 {line} 行：{reason}",
    ),
    "verify place": ("chunk {chunk}, line {line}: {reason}", "第 {chunk} 块，第 {line} 行：{reason}"),
    "verify more": ("and {count:more difference|more differences}", "另有 {count} 处差异"),
    "verify all": (
        "{equal} of {total:chunk|chunks} equal in {documents:document|documents}.",
        "{documents} 个文档共 {total} 块，{equal} 块相同。",
    ),
    "previewed": ("preview:", "预览："),
    "stored": ("stored: ", "实存："),
    "differs: white space": ("white space", "空白"),
    "differs: form": ("Unicode form (composition or width)", "Unicode 写法（组合方式或全半角）"),
    "differs: case": ("upper and lower case", "大小写"),
    "differs: marks": ("marks and markup", "标点或标记"),
    "differs: added before": ("text added before it", "前面加了文字"),
    "differs: added after": ("text added after it", "后面加了文字"),
    "differs: boundary": ("another boundary", "切点不同"),
    "differs: text": ("text differs", "文字不同"),
    "differs: only once": ("stored once, though the page has it again", "原文重复出现，只存了一份"),
    "differs: not stored": ("not stored", "没有存下"),
    "differs: not previewed": ("not in the preview", "预览中没有"),
    # Presets
    "exact": ("exact", "精确"),
    "approximate": ("approximate", "近似"),
    "preset differences": ("Known differences: {differences}", "已知差异：{differences}"),
    "preset tokens": ("tokens", "token"),
    "preset characters": ("characters", "字符"),
    "preset sizes": (
        "{splitter}, {size} {unit}, overlap {overlap}",
        "{splitter}，{size} {unit}，重叠 {overlap}",
    ),
    # Fixes
    "fixed": (
        "Fixed {problems:problem|problems} in {files:file|files}.",
        "已修复 {files} 个文件中的 {problems} 个问题。",
    ),
    "would fix": (
        "Would fix {problems:problem|problems} in {files:file|files}.",
        "可修复 {files} 个文件中的 {problems} 个问题。",
    ),
    "nothing to fix": ("There is nothing that could be fixed.", "没有可以自动修复的问题。"),
    "fixable": (
        " {problems:problem|problems} can be fixed with --fix.",
        "其中 {problems} 个问题可用 --fix 自动修复。",
    ),
    "fixable unsafely": (
        " {problems:problem|problems} can be fixed with --fix --unsafe-fixes.",
        "其中 {problems} 个问题可用 --fix --unsafe-fixes 修复。",
    ),
    "fixable either way": (
        " {problems:problem|problems} can be fixed with --fix, {more} more with --fix --unsafe-fixes.",
        "其中 {problems} 个问题可用 --fix 自动修复，另有 {more} 个可用 --fix --unsafe-fixes 修复。",
    ),
    "with unsafe fixes": (
        " --unsafe-fixes would fix {problems:problem|problems} more.",
        "加 --unsafe-fixes 还可修复 {problems} 个问题。",
    ),
    "fix undecodable": (
        "{path}: not fixed, because some of its bytes are no text; save it as UTF-8 first.",
        "{path}：有无法解码的字节，未修复；请先另存为 UTF-8。",
    ),
    "fix read-only": (
        "{path}: not fixed, because the file is read-only.",
        "{path}：文件为只读，未修复。",
    ),
    "fix changed": (
        "{path}: not fixed, because the file was changed in the meantime; run chunklint again.",
        "{path}：文件在此期间被改动，未修复；请重新运行 chunklint。",
    ),
    "cannot fix": (
        "{path}: not fixed, because it cannot be written: {reason}.",
        "{path}：无法写入，未修复：{reason}。",
    ),
    # Things that go wrong
    "pattern stopped": (
        "The pattern of the custom rule {rule} took too long in {path} and was not used from there on; simplify it.",
        "自定义规则 {rule} 的正则表达式在 {path} 中匹配太久，之后的内容不再使用它；请简化。",
    ),
    "idle profile": (
        "The profile '{name}' is described in {path}, but nothing uses it; write profile = \"{name}\" above the first "
        "table, or pass --profile {name}.",
        '{path} 中定义的切分方案“{name}”没有启用；请在第一个表之前写上 profile = "{name}"，或使用 --profile {name}。',
    ),
    "no rules asked for": (
        "--select needs at least one rule: a code, a prefix, a name or ALL.",
        "--select 至少要指定一条规则：代码、前缀、名称或 ALL。",
    ),
    "error line": ("chunklint: {sentence}", "chunklint：{sentence}"),
    "internal": (
        "an internal error ({type}) stopped chunklint. Please report it with this name; "
        "CHUNKLINT_DEBUG=1 shows where it happened.",
        "内部错误（{type}），运行中止。报告此问题时请附上括号里的名称；设 CHUNKLINT_DEBUG=1 可查看出错位置。",
    ),
    "internal in file": (
        "{path}: an internal error ({type}) stopped the check of this file. Please report it with this name; "
        "CHUNKLINT_DEBUG=1 shows where it happened.",
        "{path}：内部错误（{type}），此文件未能检查完。报告此问题时请附上括号里的名称；"
        "设 CHUNKLINT_DEBUG=1 可查看出错位置。",
    ),
    "try help": (" Try '{command} --help'.", "可用“{command} --help”查看用法。"),
    "no such option": ("There is no option {option}{hint}", "没有 {option} 这个选项{hint}"),
    "no such command": ("There is no command '{name}'{hint}", "没有“{name}”这个命令{hint}"),
    "did you mean": ("; did you mean {names}?", "，是不是 {names}？"),
    "not a number of jobs": (
        "--jobs needs a number of processes from 1 to {most:d}, not '{value}'.",
        "--jobs 需要 1 到 {most:d} 之间的进程数，而不是“{value}”。",
    ),
    "full stop": (".", "。"),
    "or": (" or ", " 或 "),
    "option needs value": ("Option {option} needs a value.", "选项 {option} 需要一个值。"),
    "option takes no value": ("Option {option} takes no value.", "选项 {option} 不带值。"),
    "not a choice": (
        "'{value}' is no value for {option}; choose from {choices}.",
        "{option} 不能设为“{value}”，可选值：{choices}。",
    ),
    "not a number": (
        "'{value}' is no value for {option}: give a number of zero or more.",
        "“{value}”不能用于 {option}：请给出不小于零的数。",
    ),
    "no command": ("A command is missing.", "缺少命令。"),
    "missing argument": ("{name} is missing.", "缺少 {name}。"),
    "extra argument": ("Unexpected argument: {value}.", "多余的参数：{value}。"),
    "no such rule": ("There is no rule '{name}'{hint}", "没有“{name}”这条规则{hint}"),
    "folder lost": ("The working directory does not exist any more.", "当前工作目录已不存在。"),
    "no such file": ("{path}: no such file or folder.", "{path}：没有这个文件或文件夹。"),
    "not a document": (
        "{path} is not a file that can be read: {reason}.",
        "无法读取文件 {path}：{reason}。",
    ),
    "cannot write": ("Cannot write {path}: {reason}.", "无法写入 {path}：{reason}。"),
    # The baseline
    "baseline missing": (
        "{path}: there is no such baseline; 'chunklint baseline' writes it.",
        "{path}：没有这个基线文件；可用“chunklint baseline”生成。",
    ),
    "baseline unreadable": ("The baseline {path} cannot be read: {reason}.", "无法读取基线文件 {path}：{reason}。"),
    "baseline broken": (
        "{path}:{line:d}: this line is no entry of a baseline. Is it the right file? A damaged one can be deleted; "
        "'chunklint baseline' writes it anew.",
        "{path}:{line:d}：此行不是基线条目，请确认文件是否正确；损坏的基线可以删除，再用“chunklint baseline”重新生成。",
    ),
    "baseline conflict": (
        "{path}:{line:d}: a merge left its conflict in the baseline; keep both sides' lines and delete the markers.",
        "{path}:{line:d}：基线文件中有未解决的合并冲突；请保留双方的行，只删除冲突标记。",
    ),
    "baseline too new": (
        "{path} was written by a newer chunklint; use that version, or write the baseline again.",
        "{path} 由更新版本的 chunklint 写入；请使用该版本，或重新生成基线。",
    ),
    "baseline profile": (
        "{path} was written under other profiles than today's: what they cut differently counts as new; "
        "'chunklint baseline' takes it in.",
        "{path} 是按另一套切分方案写入的，因切法不同而出现的问题会算作新问题；可用“chunklint baseline”纳入。",
    ),
    "stale entries": (
        "{path} has {entries:entry|entries} for problems that are gone ({shown}); 'chunklint baseline --prune' removes "
        "what is gone.",
        "{path} 中有 {entries} 条记录对应的问题已不存在（{shown}）；可用“chunklint baseline --prune”清除。",
    ),
    "baseline written": (
        "{path} holds {problems:problem|problems} in {files:file|files}: {added} added, {removed} removed.",
        "{path} 现有 {files} 个文件的 {problems} 个问题：新增 {added} 个，移除 {removed} 个。",
    ),
    "baseline same": (
        "{path} is up to date: {problems:problem|problems} in {files:file|files}.",
        "{path} 无需更新：{files} 个文件，{problems} 个问题。",
    ),
    "entries moved": (
        "{problems:problem was|problems were} found again in a renamed file or with corrected text; "
        "the entries follow.",
        "有 {problems} 个问题所在的文件已改名或文字有修订，条目已随之更新。",
    ),
    "entry gone": ("gone: {entry}", "已不存在：{entry}"),
    "entry removed": ("removed: {entry}", "已移除：{entry}"),
    "baseline hint": (
        'To have every check use it, write baseline = "{path}" into {settings}.',
        '若要每次检查都使用它，请在 {settings} 中写入 baseline = "{path}"。',
    ),
    "left of gone": (
        "{entries:entry is|entries are} for problems that are gone; --prune removes what is gone.",
        "其中 {entries} 条记录对应的问题已不存在；加 --prune 可清除。",
    ),
    "several baselines": (
        "The settings of these paths name several baselines ({paths}); name one with --baseline.",
        "这些路径的设置指定了多个基线文件（{paths}）；请用 --baseline 指定一个。",
    ),
    # Changes
    "git missing": (
        "Git is not installed here (or not on the PATH), and a change cannot be seen without it.",
        "找不到 git 命令，无法得知改动内容；请先安装 Git。",
    ),
    "git failed": ("Git could not say what changed: {reason}.", "Git 无法给出改动内容：{reason}。"),
    "no repository": (
        "{path} is in no Git repository, so there is nothing to compare with.",
        "{path} 不在 Git 仓库中，没有可比较的版本。",
    ),
    "no commits": (
        "This repository has no commit yet, so there is nothing to compare with; --staged checks what the first one "
        "will hold.",
        "此仓库还没有任何提交，没有可比较的版本；--staged 可检查首次提交将包含的内容。",
    ),
    "revision missing": (
        "There is no revision '{revision}' in this repository; fetch it first, or check its name.",
        "仓库中没有版本“{revision}”；请先获取（fetch），或检查名称。",
    ),
    "revision missing in shallow": (
        "There is no revision '{revision}' in this shallow clone; fetch it first (git fetch --depth=1 origin BRANCH), "
        "or clone with the whole history.",
        "此浅克隆中没有版本“{revision}”；请先获取（git fetch --depth=1 origin 分支），或克隆完整历史。",
    ),
    "no merge base": (
        "'{revision}' and HEAD have no common history, so it cannot be told what changed between them.",
        "“{revision}”与 HEAD 没有共同的历史，无法得知二者之间的改动。",
    ),
    "no merge base in shallow": (
        "This shallow clone ends before '{revision}' and HEAD parted; fetch more of it "
        "(git fetch --unshallow, or fetch-depth: 0 in CI).",
        "此浅克隆不含“{revision}”与 HEAD 的分叉点；请获取更多历史（git fetch --unshallow，CI 中设 fetch-depth: 0）。",
    ),
    "old version missing": (
        "{path}: this clone lacks the content of version {revision}; fetch it first ('git diff {revision}' does).",
        "{path}：此克隆缺少版本 {revision} 的内容；请先获取（运行“git diff {revision}”即可）。",
    ),
    "submodule skipped": (
        "{path} is skipped: the commit that this submodule is compared with is not in its clone.",
        "已跳过 {path}：该子模块的克隆中没有用来比较的提交。",
    ),
    "outside repository": (
        "{path} lies outside of the Git repository {top}; check it by itself.",
        "{path} 不在 Git 仓库 {top} 中；请单独检查。",
    ),
    "watching": (
        "[{time}] Watching {files:file|files} for changes; Ctrl+C ends.",
        "[{time}] 正在监视 {files} 个文件的改动，按 Ctrl+C 结束。",
    ),
    "watch needs file": (
        "--watch writes for people; with --output-format {format} it needs --output-file.",
        "--watch 的输出供人阅读；要与 --output-format {format} 合用，须加 --output-file。",
    ),
    "not with": ("{option} cannot be used with {other}.", "{option} 不能与 {other} 同时使用。"),
    # Chunks that differ
    "chunk diff title": ("What this change does to the chunks", "这次改动对块的影响"),
    "chunk diff details": ("{chunks:chunk differs|chunks differ}", "{chunks} 个块有变化"),
    "chunk diff columns": ("Change|File|Lines|Size|Heading path", "变化|文件|位置|长度|标题路径"),
    "chunk diff more": ("And {chunks:more chunk|more chunks}.", "另有 {chunks} 个块。"),
    "chunk diff none": (
        "No chunk differs since {since} under profile '{profile}'.",
        "自 {since} 以来，按切分方案“{profile}”没有任何块变化。",
    ),
    "chunk diff": (
        "Since {since}, under profile '{profile}', in {files:file|files}: {added:chunk|chunks} added, "
        "{altered} altered, {removed} removed, {moved} moved.",
        "自 {since} 以来，按切分方案“{profile}”，{files} 个文件中新增 {added} 块，改动 {altered} 块，"
        "移除 {removed} 块，移动 {moved} 块。",
    ),
    "embed tokens": (
        "To embed again: {tokens:token|tokens}, {share} of the {total} in {chunks:chunk|chunks}.",
        "需要重新嵌入 {tokens} token，占全部 {chunks} 块共 {total} token 的 {share}。",
    ),
    "embed characters": (
        "To embed again: {tokens:character|characters}, {share} of the {total} in {chunks:chunk|chunks}.",
        "需要重新嵌入 {tokens} 个字符，占全部 {chunks} 块共 {total} 个字符的 {share}。",
    ),
    "chunk added": ("added", "新增"),
    "chunk altered": ("altered", "改动"),
    "chunk removed": ("removed", "移除"),
    "chunk moved": ("moved", "移动"),
    "chunk was at": ("was at {lines}", "原位置：{lines}"),
    "chunk moved from": ("{lines}, from {before}", "{lines}，原位置：{before}"),
    "only tokens": ("{tokens:token|tokens}", "{tokens} token"),
    "only characters": ("{tokens:character|characters}", "{tokens} 个字符"),
    # The cache
    "cache removed": ("Removed {path}.", "已删除 {path}。"),
    "no cache": ("There is no cache in {path}.", "{path} 中没有缓存。"),
    "cannot remove": ("Cannot remove {path}: {reason}.", "无法删除 {path}：{reason}。"),
    # Beginning
    "settings there": (
        "There are settings already in {path}; change them there.",
        "{path} 中已有设置，请直接修改该文件。",
    ),
    "nobody to ask": (
        "There is no terminal to ask at; --yes writes the settings that suit most.",
        "没有可供提问的终端；加 --yes 可直接写入适合多数项目的设置。",
    ),
    "builder found": ("Found {name} ({file}).", "发现 {name}（{file}）。"),
    "no builder": ("No site builder was recognised.", "没有识别出站点生成器。"),
    "settings written": ("Wrote {path}.", "已写入 {path}。"),
    "next": (
        "Next: 'chunklint check' shows what there is; 'chunklint baseline' sets the problems of today aside.",
        "下一步：用“chunklint check”查看现有问题，用“chunklint baseline”把它们记入基线。",
    ),
    "next with baseline": (
        "Next: 'chunklint baseline' sets the problems of today aside; commit its file.",
        "下一步：用“chunklint baseline”把现有问题记入基线，并提交生成的文件。",
    ),
    "settings title": (
        "Settings of chunklint; 'chunklint config' shows what is in force, 'chunklint rules' what can be chosen.",
        "chunklint 的设置；“chunklint config”显示生效的设置，“chunklint rules”列出可选的规则。",
    ),
    "changelog headings": (
        "A changelog says 'Added' under every version, and some versions have nothing to say.",
        "更新日志的每个版本下都有“新增”之类的标题，有的版本没有内容。",
    ),
    "ask max-tokens": (
        "How many tokens may a chunk of your retrieval system have? [{limit}]",
        "你的检索系统里，一个块最多多少 token？[{limit}]",
    ),
    "ask baseline": (
        "Set the problems of today aside, and report only new ones? [y/N]",
        "是否搁置现有问题，只报告新问题？[y/N]",
    ),
    # Progress
    "counting": ("Counting", "正在统计"),
    "checking": ("Checking", "正在检查"),
    # Preview
    "preview tokens": (
        "{path}: {chunks:chunk|chunks} with {tokens:token|tokens} under profile '{profile}'",
        "{path}：按切分方案“{profile}”切成 {chunks} 块，共 {tokens} token",
    ),
    "preview characters": (
        "{path}: {chunks:chunk|chunks} with {tokens:character|characters} under profile '{profile}'",
        "{path}：按切分方案“{profile}”切成 {chunks} 块，共 {tokens} 个字符",
    ),
    "cutting": ("Cutting", "正在切块"),
    "not cut": ("{path} is left out: {reason}.", "{path} 未能切块：{reason}。"),
    "compare one file": ("--compare shows one file at a time.", "--compare 每次只能比较一个文件。"),
    "no chunks": ("Nothing to chunk.", "没有内容可切。"),
    "one line": ("line {line:d}", "第 {line:d} 行"),
    "lines": ("lines {line:d}–{end_line:d}", "第 {line:d}～{end_line:d} 行"),
    "one cell": ("cell {cell:d}, {lines}", "第 {cell:d} 个单元格{lines}"),
    "several cells": ("cells {cell:d}–{end_cell:d}", "第 {cell:d}～{end_cell:d} 个单元格"),
    "tokens": ("{tokens} / {limit} tokens", "{tokens} / {limit} token"),
    "characters": ("{tokens} / {limit} characters", "{tokens} / {limit} 个字符"),
    "over": ("over budget", "超出上限"),
    "compared": (
        "{equal:chunk is|chunks are} the same under both; {both} of {cuts:cut|cuts} are made by both.",
        "两边相同的块有 {equal} 个；切点共 {cuts} 个，其中 {both} 个两边都有。",
    ),
    "compare with itself": (
        "--compare wants two different profiles, not {profile} twice.",
        "--compare 需要两个不同的切分方案，不能两次都是 {profile}。",
    ),
    "compare chunks": ("chunks", "块数"),
    "compare mean": ("mean size", "平均大小"),
    "compare largest": ("largest", "最大"),
    "compare problems": ("errors and warnings", "错误和警告"),
    "compare infos": ("info", "提示"),
    "compare line": ("line {line}", "第 {line} 行"),
    "compare marks": (
        "= both cut before this line, < only {first}, > only {second}.",
        "= 两边都在此行前切开，< 仅 {first}，> 仅 {second}。",
    ),
    "more lines": ("{lines:more line|more lines} (--full shows all)", "还有 {lines} 行（加 --full 看全部）"),
    "kind prose": ("prose", "正文"),
    "kind table": ("table", "表格"),
    "kind code": ("code", "代码"),
    "kind list": ("list", "列表"),
    "kind mixed": ("mixed", "混合"),
    # Statistics
    "measuring": ("Measuring", "正在统计"),
    "column profile": ("profile", "切分方案"),
    "column documents": ("documents", "文档"),
    "column chunks": ("chunks", "块数"),
    "column mean": ("mean", "平均"),
    "column p50": ("P50", "P50"),
    "column p90": ("P90", "P90"),
    "column max": ("max", "最大"),
    "column limit": ("limit", "上限"),
    "column over": ("over limit", "超出上限"),
    "column fragments": ("fragments", "碎块"),
    "column sizes": ("sizes up to limit│over", "大小分布：上限内│超出"),
    "unit characters": (" characters", " 字符"),
    "largest chunks": ("Largest chunks over the limit under '{profile}':", "“{profile}”下超出上限的最大几块："),
    "stats explained": (
        "Sizes are of the text as embedded, in tokens unless the limit is in characters; a fragment's own text is "
        "smaller than min-tokens.",
        "大小按嵌入时的文字计算，除上限标明字符的以外均为 token 数；碎块指自身文字少于 min-tokens 的块。",
    ),
    "exceeded p90": (
        "P90 under '{profile}' is {value}, more than the {threshold} allowed.",
        "“{profile}”的 P90 为 {value}，超过允许的 {threshold}。",
    ),
    "exceeded over_budget": (
        "{value} % of the chunks under '{profile}' are over the limit, more than the {threshold} % allowed.",
        "“{profile}”下有 {value}% 的块超出上限，多于允许的 {threshold}%。",
    ),
    # Rules and settings
    "off": ("off", "默认关闭"),
    "severity error": ("error", "错误"),
    "severity warning": ("warning", "警告"),
    "severity info": ("info", "提示"),
    "rules total": (
        "{rules:rule|rules}; 'chunklint rule CODE' explains one. * has a safe fix, ? a fix that needs a look.",
        "共 {rules} 条规则；用“chunklint rule CODE”查看说明。* 表示可安全修复，? 表示修复后需检查。",
    ),
    "no rules": ("No rules are installed.", "没有安装任何规则。"),
    "origin default": ("default", "默认值"),
    "origin command line": ("command line", "命令行"),
    "settings for": ("Settings for {path}", "{path} 的生效设置"),
    "settings file": ("Settings file: {path}", "设置文件：{path}"),
    "no settings file": ("There is no settings file; these are the defaults.", "没有设置文件，以下为默认值。"),
    "overrides": ("Overrides for files that match: {globs}", "另有只对匹配的文件生效的设置：{globs}"),
    "rules that run": ("Rules that run: {rules}", "启用的规则：{rules}"),
}


def phrase(name: str, language: Language, /, **values: Any) -> str:
    """One sentence in one language with its placeholders filled; raises KeyError for an unknown name.

    >>> phrase("no files", "en"), phrase("warning", "en", count=1)
    ('No files to check.', '1 warning')
    """
    if language == "zh-CN" and "reason" in values:
        from chunklint.report.chinese import reason_in_chinese

        values["reason"] = reason_in_chinese(str(values["reason"]))
    return filled(PHRASES[name][language == "zh-CN"], values)


def suggestion(candidates: list[str], language: Language) -> str:
    """The end of a sentence that proposes what may have been meant; only the full stop without candidates."""
    if not candidates:
        return phrase("full stop", language)
    return phrase("did you mean", language, names=phrase("or", language).join(candidates))
