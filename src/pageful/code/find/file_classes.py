"""The class of a file by its path: code, docs, tests, data, changelog, locale, or left out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from pageful.code.results.lines import FileClass
from pageful.code.scan.generated import by_name
from pageful.code.terms.marks import is_test

# In the order in which they are tried; a translation of a test's page is a translation.
_CLASSES: Mapping[FileClass, re.Pattern[str]] = {
    # > src-ui/src/locale/messages.de_DE.xlf
    # > frontend/lang/messages/pt-BR.json
    # > resources/lang/de/auth.php
    # > app/zh_Hans.yml
    FileClass.LOCALE: re.compile(
        r"(?:^|/)(?:locales?|i18n|LC_MESSAGES|translations)/|\.(?:xlf|xliff|po|pot|arb|resx)$"
        r"|(?:^|/)lang(?:s|uages?)?/(?:.*/)?[a-z]{2,3}(?:[-_][A-Z]\w{1,3})?(?:/[^/]+)?"
        r"\.(?:json5?|ya?ml|toml|properties|php|strings)$"
        r"|(?:^|/)[a-z]{2,3}[-_][A-Z](?:[A-Z]|[a-z]{3})\.(?:json5?|ya?ml|toml|properties)$"
    ),
    FileClass.CHANGELOG: re.compile(
        r"(?:^|/)(?:CHANGELOG|CHANGES|HISTORY|release-notes|NEWS)[^/]*$", re.IGNORECASE
    ),
    # > sublime/themes/gruvbox-dark.tmTheme
    # > syntaxes/toml.tmLanguage.json
    # > sublime/syntaxes/TypeScript.sublime-syntax
    # > ios/App/Info.plist
    FileClass.DATA: re.compile(
        r"(?:^|/)migrations/"
        r"|\.(?:tm(?:Theme|Language|Preferences|Snippet|Macro)|plist|pbxproj"
        r"|sublime-(?:syntax|color-scheme|snippet|completions))(?:\.(?:json|ya?ml))?$"
        r"|\.(?:har|svg|map|csv|tsv|snap|lock)$|(?:^|/)[^/]*baseline[^/]*\.json$"
    ),
    FileClass.TESTS: re.compile(r"(?:^|/)e2e/"),
    FileClass.DOCS: re.compile(r"\.(?:md|mdx|markdown|rst|adoc|txt)$", re.IGNORECASE),
}


@lru_cache(maxsize=100_000)  # paths: of a large repository, some 10 MB
def class_of(path: str) -> FileClass:
    """Return the class of a file; whether its text is generated, only the text tells."""
    if by_name(path.rpartition("/")[2]):
        return FileClass.LEFT_OUT
    for file_class, pattern in _CLASSES.items():
        if pattern.search(path) or (file_class is FileClass.TESTS and is_test(path)):
            return file_class
    return FileClass.CODE
