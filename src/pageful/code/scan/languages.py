"""Which language a file is in, by its name, its extension or its first line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType


def _inverted(table: Mapping[str, str]) -> Mapping[str, str]:
    return MappingProxyType(
        {key: language for language, keys in table.items() for key in keys.split()}
    )


_EXTENSIONS = _inverted(
    {
        "ada": "adb ads",
        "asciidoc": "adoc asciidoc",
        "assembly": "asm s",
        "astro": "astro",
        "awk": "awk",
        "bash": "bash bats ebuild eclass ksh sh zsh",
        "batch": "bat cmd",
        "bibtex": "bib",
        "c": "c h",
        "clojure": "clj cljc cljs edn",
        "cmake": "cmake",
        "coffeescript": "coffee",
        "common-lisp": "asd cl lisp lsp",
        "cpp": "c++ cc cpp cppm cu cuh cxx h++ hh hpp hxx inl ino ipp ixx tpp txx",
        "crystal": "cr",
        "csharp": "cs csx",
        "css": "css",
        "csv": "csv",
        "cython": "pxd pyx",
        "d": "d di",
        "dart": "dart",
        "diff": "diff patch",
        "dockerfile": "dockerfile",
        "elixir": "ex exs",
        "elm": "elm",
        "emacs-lisp": "el",
        "erb": "erb",
        "erlang": "erl hrl",
        "fish": "fish",
        "fortran": "f f03 f08 f90 f95 for",
        "fsharp": "fs fsi fsx",
        "gdscript": "gd",
        "gleam": "gleam",
        "glsl": "frag glsl vert",
        "go": "go",
        "graphql": "gql graphql",
        "groovy": "gradle groovy gvy",
        "haskell": "hs hs-boot hsc lhs",
        "haxe": "hx",
        "hcl": "hcl tf tfvars",
        "html": "htm html xhtml",
        "ini": "cfg conf ini properties",
        "java": "java",
        "javascript": "cjs es6 js jsx mjs",
        "jinja": "j2 jinja jinja2",
        "json": "geojson ipynb json json5 jsonc jsonl ndjson webmanifest",
        "jsonnet": "jsonnet libsonnet",
        "julia": "jl",
        "just": "just",
        "kotlin": "kt kts",
        "latex": "cls latex sty tex",
        "less": "less",
        "liquid": "liquid",
        "lua": "lua luau",
        "make": "mak make mk",
        "markdown": "markdown md mdown mdx mkd",
        "matlab": "mat",
        "meson": "",
        "nim": "nim nims",
        "nix": "nix",
        "objectivec": "m mm",
        "ocaml": "ml mli",
        "org": "org",
        "pascal": "dpr pas pp",
        "perl": "perl pl plx pm t",
        "php": "php php3 php4 php5 php7 php8 phtml",
        "powershell": "ps1 psd1 psm1",
        "prolog": "prolog",
        "protobuf": "proto",
        "pug": "pug",
        "puppet": "",
        "purescript": "purs",
        "python": "py pyi pyw",
        "qml": "qml",
        "r": "r rmd",
        "racket": "rkt",
        "raku": "raku rakumod",
        "rst": "rest rst",
        "ruby": "gemspec podspec rake rb rbi rbs ru",
        "rust": "rs",
        "sass": "sass",
        "scala": "sbt sc scala",
        "scheme": "scm ss",
        "scss": "scss",
        "solidity": "sol",
        "sql": "ddl pgsql psql sql",
        "starlark": "bazel bzl star",
        "svelte": "svelte",
        "swift": "swift",
        "tcl": "tcl",
        "text": "log text txt",
        "thrift": "thrift",
        "toml": "toml",
        "tsv": "tsv",
        "tsx": "tsx",
        "typescript": "cts mts ts",
        "typst": "typ",
        "vala": "vala vapi",
        "vb": "bas vb vbs",
        "verilog": "sv svh v vh",
        "vhdl": "vhd vhdl",
        "vim": "vim",
        "vue": "vue",
        "wat": "wat",
        "wgsl": "wgsl",
        "xml": "csproj fsproj plist props resx svg targets vbproj vcxproj xaml xml xsd xsl xslt",
        "yaml": "yaml yml",
        "zig": "zig zon",
    }
)
_NAMES = _inverted(
    {
        "bash": ".bash_aliases .bash_profile .bashrc .envrc .kshrc .profile .zprofile .zshenv"
        " .zshrc apkbuild bashrc pkgbuild",
        "cmake": "cmakelists.txt",
        "dockerfile": "containerfile dockerfile",
        "erlang": "rebar.config",
        "groovy": "jenkinsfile",
        "ini": ".editorconfig .flake8 .gitconfig .gitmodules .npmrc .pylintrc",
        "javascript": "jakefile",
        "json": ".babelrc .eslintrc .prettierrc composer.lock flake.lock pipfile.lock",
        "just": ".justfile justfile",
        "make": "gnumakefile makefile",
        "meson": "meson.build meson_options.txt",
        "python": "sconscript sconstruct snakefile wscript",
        "ruby": "appraisals berksfile brewfile capfile dangerfile fastfile gemfile guardfile"
        " podfile puppetfile rakefile thorfile vagrantfile",
        "starlark": "build build.bazel tiltfile workspace workspace.bazel",
        "text": "authors changelog contributors copying license news notice readme",
        "toml": "cargo.lock pipfile poetry.lock uv.lock",
        "vim": ".vimrc _vimrc vimrc",
        "yaml": ".clang-format .clang-tidy .clangd",
    }
)
_INTERPRETERS = _inverted(
    {
        "awk": "awk gawk mawk",
        "bash": "ash bash bats dash ksh mksh sh zsh",
        "elixir": "elixir",
        "erlang": "escript",
        "fish": "fish",
        "groovy": "groovy",
        "haskell": "runghc runhaskell stack",
        "javascript": "bun deno node nodejs zx",
        "julia": "julia",
        "kotlin": "kotlin kotlinc",
        "lua": "lua luajit texlua",
        "make": "make",
        "perl": "perl",
        "php": "php",
        "powershell": "pwsh",
        "python": "pypy python uv",
        "r": "rscript",
        "racket": "racket",
        "ruby": "jruby ruby",
        "scala": "scala scala-cli",
        "scheme": "guile",
        "swift": "swift",
        "tcl": "expect tclsh wish",
        "typescript": "ts-node tsx",
    }
)
_FENCES: Mapping[str, str] = MappingProxyType(
    {
        "assembly": "asm",
        "batch": "bat",
        "common-lisp": "lisp",
        "emacs-lisp": "elisp",
        "make": "makefile",
        "objectivec": "objc",
        "starlark": "python",
        "text": "",
        "vb": "vbnet",
    }
)

_SHEBANG = re.compile(r"\ufeff?#![ \t]*(?:\S*/)?(\S+)([^\n]*)")
_ENV_WORD = re.compile(r"(?:^|[ \t])(?![-\w]*=|-)(?:\S*/)?([^\s=]+)(?=[ \t]|$)")
_VERSION = re.compile(r"[-\d.]+$")
_CPP = re.compile(
    r"^[ \t]*(?:class\s+\w[^;]*$|namespace\b|template\s*<|using\s+\w|public:|private:|protected:"
    r"|#\s*include\s*<\w+>)|\bconstexpr\b|\bstd::",
    re.MULTILINE,
)
_OBJECTIVE_C = re.compile(
    r"^[ \t]*(?:@(?:interface|protocol|class|import)\b|#import\b)", re.MULTILINE
)


def language_of(path: str, head: str = "") -> str | None:
    """The lower-case name of a file's language, `None` where nothing tells it.

    Args:
        path: the file's path or name, with either kind of slash.
        head: the text's beginning; without it a script that has no extension is not recognised,
            and every `.h` is taken for C.
    """
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    extension = name.rpartition(".")[2] if "." in name.lstrip(".") else ""
    language = _NAMES.get(name) or _EXTENSIONS.get(extension) or _by_stem(name)
    if extension == "h":
        return _header(head)
    return language or (_by_shebang(head) if head.startswith(("#!", "\ufeff#!")) else None)


def fence_of(language: str | None) -> str:
    """The word after a Markdown fence that highlighters know the language by, empty for none."""
    return _FENCES.get(language, language) if language else ""


def _by_stem(name: str) -> str | None:
    """`Dockerfile.dev`, `Makefile.am`, `README.old` are what their stems say."""
    return _NAMES.get(name.partition(".")[0])


def _header(head: str) -> str:
    if _OBJECTIVE_C.search(head):
        return "objectivec"
    return "cpp" if _CPP.search(head) else "c"


def _by_shebang(head: str) -> str | None:
    found = _SHEBANG.match(head)
    if not found:
        return None
    program = found[1]
    if program == "env":
        words = _ENV_WORD.search(found[2])
        program = words[1] if words else ""
    return _INTERPRETERS.get(program.lower()) or _INTERPRETERS.get(
        _VERSION.sub("", program.lower())
    )
