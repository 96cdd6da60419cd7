"""The catalogue of `chunklint.report.chinese`: English sentences of the layers below with their Chinese, and no logic.

``{}`` stands for a value, ``{hint}`` for a proposal that may be missing, ``{which}`` for the name of a profile that may
be.
"""

from __future__ import annotations

SENTENCES: dict[str, str] = {
    # Settings
    "unknown key {}{hint}": "没有 {0} 这个键{1}",
    "unknown rule {}{hint}": "没有 {0} 这条规则{1}",
    "no rule has the code, family or name {}{hint}": "没有代码、类别或名称为 {0} 的规则{1}",
    "the rule {} has two tables, by its name and by its code": "规则 {0} 有两个表，一个用名称，一个用代码",
    "the rule {} has no option {}{hint}": "规则 {0} 没有 {1} 这个选项{2}",
    "no profile has the name {}{hint}": "没有名为 {0} 的切分方案{1}",
    "{} {} is not known{hint}": "没有 {0} {1}{2}",
    "profile must name at least one profile": "profile 至少要指定一个切分方案",
    "{} must not be empty": "{0} 不能为空",
    "{} must not hold an empty string": "{0} 中不能有空字符串",
    "{} must hold at least one string": "{0} 至少要有一个字符串",
    "{} must hold strings only, not {}": "{0} 只能包含字符串，不能是{1}",
    "{} must be at least {}, not {}": "{0} 至少为 {1}，不能是 {2}",
    "{} must be at most 100, not {}": "{0} 不能超过 100，而此处是 {1}",
    "{}.{} must be a table, not {}": "{0}.{1} 必须是表，不能是{2}",
    "--{} must be one of {}, not {}{hint}": "--{0} 只能是 {1} 之一，不能是 {2}{3}",
    "{} must be one of {}, not {}{hint}": "{0} 只能是 {1} 之一，不能是 {2}{3}",
    "{} must be {}, not {}": "{0} 必须是{1}，不能是{2}",
    "{}: {} can't be used as a pattern: {}": "{0}：{1} 不能用作匹配模式：{2}",
    "an override needs files, the globs that it is for": "overrides 要有 files，即适用的匹配模式",
    "overrides must be tables: write [[overrides]] above each": "overrides 必须是表：每个之前写 [[overrides]]",
    "embedding must be lexical, module:callable or a folder; {} is none{hint}": (
        "embedding 必须是 lexical、module:callable 或文件夹，{0} 都不是{1}"
    ),
    "{which}parent-max-tokens, {}, must be at least max-tokens, {}": (
        "{0}parent-max-tokens（{1}）不能小于 max-tokens（{2}）"
    ),
    "{which}overlap, {}, must be smaller than max-tokens, {}": "{0}overlap（{1}）必须小于 max-tokens（{2}）",
    "{which}min-tokens, {}, must be at most max-tokens, {}": "{0}min-tokens（{1}）不能大于 max-tokens（{2}）",
    "{which}no embedding model {} is known; set model-limit for another one{hint}": (
        "{0}内置表中没有嵌入模型 {1}；其他模型请设 model-limit{2}"
    ),
    "profile {} runs code, and this workspace is not trusted": "切分方案 {0} 会运行代码，而当前工作区未受信任",
    "{which}the splitter {} has no option {}{hint}": "{0}切分方式 {1} 没有 {2} 这个选项{3}",
    # Settings files
    "not valid TOML: {}": "不是有效的 TOML：{0}",
    "not readable as TOML: nested too deeply": "无法按 TOML 读取：嵌套太深",
    "the settings file can't be read: {}": "无法读取设置文件：{0}",
    "the settings file is larger than {} KB": "设置文件大于 {0} KB",
    "the settings file is not UTF-8": "设置文件不是 UTF-8 编码",
    "there is no table [tool.chunklint] in this file": "此文件中没有 [tool.chunklint] 表",
    "[tool.chunklint] is for pyproject.toml; in this file the keys stand without it": (
        "[tool.chunklint] 只用于 pyproject.toml，此文件中直接写各键即可"
    ),
    "tool.chunklint must be a table": "tool.chunklint 必须是表",
    "extend must be the path of a settings file": "extend 必须是设置文件的路径",
    "extend goes in a circle: {} extends this file": "extend 形成循环：{0} 又继承了此文件",
    "extend: there is no file {}": "extend：没有 {0} 这个文件",
    # Custom rules
    "custom must be tables: write [[custom]] above each": "custom 必须是表：每个之前写 [[custom]]",
    "two custom rules have the name {}; rename one of them": "有两条自定义规则都叫 {0}，请改掉其中一个名称",
    "two custom rules have the code {}; give one of them another": "有两条自定义规则的代码都是 {0}，请改掉其中一个",
    "a custom rule needs either a pattern or limits ({})": "自定义规则要有 pattern 或上限（{0}），二者取一",
    "a custom rule needs {}": "自定义规则缺少 {0}",
    "the scope 'chunk-start' has no size: it needs a pattern": "scope 为 'chunk-start' 时没有大小可言，需要 pattern",
    "{size} and {limit} are for rules with limits": "{{size}} 和 {{limit}} 只能用于设了上限的规则",
    "{} is the rule {} already; choose another {}": "{0} 已是规则 {1}，请另选一个 {2}",
    "code must be capital letters and a number, such as DOC101, not {}": (
        "code 必须是大写字母加数字，如 DOC101，不能是 {0}"
    ),
    "codes with {} are for the built-in rules; begin with other letters": (
        "{0} 开头的代码留给内置规则，请用其他字母开头"
    ),
    "name must be small letters with hyphens, such as no-click-here, not {}": (
        "name 必须是小写字母加连字符，如 no-click-here，不能是 {0}"
    ),
    "the pattern {} can't be used: {}": "正则表达式 {0} 不能用：{1}",
    "a message needs a text in en or zh-CN": "message 要有 en 或 zh-CN 的文字",
    "a message has no language {}{hint}": "message 没有 {0} 这种语言{1}",
    "a message has at most {} characters": "message 最多 {0} 个字符",
    "a message can name {}, not {{}}{hint}": "message 中可用 {0}，没有 {{{1}}}{2}",
    # Paths
    "{} does not exist": "{0} 不存在",
    "{} is a link to nothing": "{0} 是指向空处的链接",
    "{} can't be read: {}": "无法读取 {0}：{1}",
    "{} is not a regular file": "{0} 不是普通文件",
    "{} is excluded": "{0} 已被排除",
    "{} is skipped: chunklint reads {} files": "已跳过 {0}：chunklint 只读取 {1} 文件",
    "{} is skipped: it is not a regular file": "已跳过 {0}：不是普通文件",
    "{} is skipped: it is not text but binary data": "已跳过 {0}：是二进制数据，不是文本",
    "{} is skipped: it is larger than {} MB (name it to lint it anyway)": (
        "已跳过 {0}：大于 {1} MB（直接指定该文件即可检查）"
    ),
    "{} is skipped: it links to a folder that it lies in": "已跳过 {0}：它链接到自己所在的文件夹",
    "{} holds no documents: chunklint reads {} files that are not excluded": (
        "{0} 中没有文档：chunklint 读取未被排除的 {1} 文件"
    ),
    "{} and {} more skipped: folders of dependencies (name a file in them to lint it)": (
        "已跳过 {0} 等依赖文件夹（另有 {1} 个；直接指定其中的文件即可检查）"
    ),
    "{} skipped: folders of dependencies (name a file in them to lint it)": (
        "已跳过依赖文件夹 {0}（直接指定其中的文件即可检查）"
    ),
    # Tokenizers
    "tokenizer {} needs a package that fails to load: pip install tiktoken": (
        "tokenizer {0} 所需的包无法加载：pip install tiktoken"
    ),
    "tokenizer {}: a plugin of tiktoken fails to load ({})": "tokenizer {0}：tiktoken 的一个插件无法加载（{1}）",
    "tokenizer {}: its vocabulary is not on this computer, and chunklint downloads nothing; "
    "set TIKTOKEN_CACHE_DIR to a folder into which tiktoken has loaded it": (
        "tokenizer {0}：本机没有它的词表，chunklint 不下载任何内容；"
        "请把 TIKTOKEN_CACHE_DIR 设为 tiktoken 已存有该词表的文件夹"
    ),
    "tokenizer {}: there is no file {}; chunklint downloads nothing, "
    "so give the path of a tokenizer.json that is on this computer": (
        "tokenizer {0}：没有 {1} 这个文件；chunklint 不下载任何内容，请给出本机上 tokenizer.json 的路径"
    ),
    "tokenizer {} is a tokenizer.json, which needs a package: pip install tokenizers": (
        "tokenizer {0} 是 tokenizer.json，需要安装：pip install tokenizers"
    ),
    "tokenizer {}: {} is no readable tokenizer.json ({})": "tokenizer {0}：{1} 不是可读的 tokenizer.json（{2}）",
    "unknown tokenizer {}; did you mean {}?": "没有 {0} 这个 tokenizer，是不是 {1}？",
    "unknown tokenizer {}; this is a model, did you mean its encoding {}?": (
        "没有 {0} 这个 tokenizer；这是模型名称，是不是要写它的编码 {1}？"
    ),
    "unknown tokenizer {}; use 'cl100k_base', 'o200k_base', 'characters' or the path of a tokenizer.json": (
        "没有 {0} 这个 tokenizer；可用 'cl100k_base'、'o200k_base'、'characters' 或 tokenizer.json 的路径"
    ),
    # Rule packs
    "Two rules are called {}, in {} and in {}: rename one of them.": (
        "有两条规则都叫 {0}，分别在 {1} 和 {2} 中：请改掉其中一个名称。"
    ),
    "The rule pack {} is not installed here; installed packs: {}.": "没有安装规则包 {0}；已安装：{1}。",
    "The rule pack {} cannot be used: {}": "规则包 {0} 不能用：{1}",
    "The rule pack {} cannot be imported: {}: {}.": "规则包 {0} 无法导入：{1}：{2}。",
    "{} is no rule: it needs a RULE (chunklint.api.Rule) and a check function.": (
        "{0} 不是规则：要有 RULE（chunklint.api.Rule）和 check 函数。"
    ),
    "{} is a module: a rule pack is a package with a module for each rule.": (
        "{0} 是单个模块：规则包应是一个包，每条规则一个模块。"
    ),
    # Other people's splitters and models
    "splitter {} took longer than {} seconds and was stopped": "{0} 切分超过 {1} 秒，已停止",
    "splitter {} took too long on the pages before and was not tried again so soon": (
        "{0} 在前面的页面上超时，暂不再用它切分"
    ),
    "splitter {} failed: {}": "{0} 切分时出错：{1}",
    "splitter {} gave no text for a page that has some": "页面有内容，{0} 却没有给出任何文字",
    "splitter {} gave chunk {} out of the order of the page: {}": "{0} 给出的第 {1} 块与页面的先后顺序不符：{2}",
    "splitter {} gave text that is not in the page, in chunk {}: {}": "{0} 在第 {1} 块中给出了页面上没有的文字：{2}",
    "splitter {} must return a list of strings, or of tables with a 'text', not {}": (
        "{0} 必须返回字符串列表，或含有 'text' 的字典列表，不能是 {1}"
    ),
    "python = {} cannot be run: {}": "python = {0} 无法运行：{1}",
    "python = {} does not start; it has to be Python 3.11 or newer": (
        "python = {0} 无法启动；需要 Python 3.11 或更高版本"
    ),
    "splitter {} cannot be loaded ({})": "切分方式 {0} 无法加载（{1}）",
    "splitter {} needs a package that is not installed ({}): {}": "切分方式 {0} 所需的包没有安装（{1}）：{2}",
    "splitter {} needs {}, which fails to load ({})": "切分方式 {0} 所需的 {1} 无法加载（{2}）",
    "code-parser = \"tree-sitter\" needs a package that is not installed, {}: pip install 'chunklint-lsp[code]'": (
        "code-parser = \"tree-sitter\" 所需的 {0} 没有安装：pip install 'chunklint-lsp[code]'"
    ),
    "{} needs a package that is not installed: pip install 'chunklint-lsp[semantic]'": (
        "{0} 所需的包没有安装：pip install 'chunklint-lsp[semantic]'"
    ),
    "{} cannot be used: {}": "{0} 无法使用：{1}",
    "{} gave no vector of finite numbers for every text": "{0} 没有为每段文字给出由有限数值构成的向量",
}


# What stands for a value in these sentences.
VALUES: dict[str, str] = {
    "true or false": " true 或 false",
    "true": " true",
    "false": " false",
    "a whole number": "整数",
    "a string": "字符串",
    "a list of strings": "字符串列表",
    "a list": "列表",
    "a table": "表",
    "a number": "数",
    "a date or time": "日期或时间",
    "one of {}": " {0} 之一",
    "the string {}": "字符串 {0}",
    "it is longer than {} characters": "超过 {0} 个字符",
    "it matches nothing, as in a .gitignore file": "与 .gitignore 中一样，它不匹配任何内容",
    "; did you mean {}?": "，是不是 {0}？",
    "profile {}: ": "切分方案 {0}：",
    "none": "无",
    ".{} and .{}": ".{0} 和 .{1}",
    "signal {}": "信号 {0}",
    "exit code {}": "退出码 {0}",
    "its process ended ({})": "进程意外结束（{0}）",
    "{} cannot be called": "{0} 不可调用",
    "{} in {} cannot be called": "{1} 中的 {0} 不可调用",
    "no such folder, and no module:callable": "没有这个文件夹，也不是 module:callable",
    "there is no folder {}": "没有 {0} 这个文件夹",
    # Files
    "No such file or directory": "没有这个文件或文件夹",
    "Permission denied": "没有权限",
    "Operation not permitted": "不允许此操作",
    "Is a directory": "是文件夹，不是文件",
    "Not a directory": "路径中有一段不是文件夹",
    "File exists": "已有同名文件",
    "File name too long": "文件名太长",
    "Directory not empty": "文件夹不是空的",
    "No space left on device": "磁盘已满",
    "Disk quota exceeded": "超出磁盘配额",
    "Read-only file system": "文件系统为只读",
    "Too many levels of symbolic links": "符号链接层数太多或形成循环",
    "Too many open files": "打开的文件太多",
    "Input/output error": "读写出错",
    "binary data, not text": "是二进制数据，不是文本",
    "not a regular file": "不是普通文件",
    # Notebooks
    "not a notebook: no JSON": "不是 notebook：不是有效的 JSON",
    "not a notebook: no JSON (line {})": "不是 notebook：第 {0} 行不是有效的 JSON",
    "not a notebook: nested too deeply": "不是 notebook：嵌套太深",
    "not a notebook: no list of cells": "不是 notebook：没有单元格列表",
    "a notebook of an old format: convert it with jupyter nbconvert --to notebook": (
        "notebook 格式太旧：请用 jupyter nbconvert --to notebook 转换"
    ),
    # Chunks that somebody else made
    "holds no chunks": "其中没有块",
    "line {} is no JSON": "第 {0} 行不是有效的 JSON",
    "line {} is no JSON object": "第 {0} 行不是 JSON 对象",
    "ends inside a JSON array": "JSON 数组没有结束",
    "line {} holds a record without a text (looked for {})": "第 {0} 行的记录没有文字（找过 {1}）",
    # TOML
    "invalid statement": "语句无效",
    "expected newline or end of document after a statement": "一条语句之后应当换行",
    "expected '=' after a key in a key/value pair": "键的后面缺少 '='",
    "expected ']' at the end of a table declaration": "表名后面缺少 ']'",
    "expected ']]' at the end of an array declaration": "表名后面缺少 ']]'",
    "expected {}": "缺少 {0}",
    "found invalid character {}": "有无效的字符 {0}",
    "illegal character {}": "有不允许的字符 {0}",
    "cannot declare {} twice": "{0} 声明了两次",
    "cannot overwrite a value": "同一个键已有值",
    "cannot mutate immutable namespace {}": "不能再向 {0} 添加内容",
    "cannot redefine namespace {}": "{0} 已经定义过",
    "duplicate inline table key {}": "内联表中的键 {0} 重复",
    "invalid initial character for a key part": "键以无效的字符开头",
    "unclosed array": "数组没有结束，缺少 ']'",
    "unclosed inline table": "内联表没有结束，缺少 '}}'",
    "unescaped '\\' in a string": "字符串中的 '\\' 没有转义",
    "invalid hex value": "十六进制值无效",
    "escaped character is not a Unicode scalar value": "转义得到的不是 Unicode 字符",
    "unterminated string": "字符串没有结束",
    "invalid date or datetime": "日期或时间无效",
    "invalid value": "值无效",
    # Regular expressions
    "it cannot be compiled ({})": "无法编译（{0}）",
    "the flag x is not supported": "不支持标志 x",
    "it repeats too much": "重复次数太多",
    "it has more than {} groups inside each other": "分组嵌套超过 {0} 层",
    "missing {} at position {}": "位置 {1} 处缺少 {0}",
    "unbalanced parenthesis at position {}": "位置 {0} 处的括号不成对",
    "unterminated character set at position {}": "位置 {0} 处的字符集没有结束",
    "nothing to repeat at position {}": "位置 {0} 处没有可重复的内容",
    "multiple repeat at position {}": "位置 {0} 处重复了量词",
    "bad escape {} at position {}": "位置 {1} 处的转义 {0} 无效",
    "bad character range at position {}": "位置 {0} 处的字符范围无效",
    "unknown property at position {}": "位置 {0} 处的字符属性不存在",
}
