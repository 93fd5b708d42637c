"""Artifacts that Maven could not resolve, with the reason, the repository and the dependent.

The sentences are those of Maven 3.6 to 4.0 and its resolver, which nests them in many ways.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Mapping

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_ARTIFACT = r"(?<!\S)(?P<artifact>[^\s:,()\[\]']+(?::[^\s:,()\[\]']+){2,4})"
_RANGED = r"(?<!\S)(?P<artifact>[^\s:]+:[^\s:]+:[^\s:]+:\S+)"
_REPOSITORY = r"(?P<repository>[^\s()]{1,200}) \((?P<url>[^\s()]{0,2000})\)"
_CACHED = (
    r"(?:during a previous attempt\. This failure )?was cached in the local repository"
    r"(?: and resolution is not|, resolution will not be) reattempted"
    r" until the update interval of (?P<repository>\S+) has elapsed"
)
# > Could not find artifact com.example:tariffs:jar:1.4.2 in central (https://repo.example.com)
_MISSING = patterns.compile(
    rf"Could not find artifact {_ARTIFACT}"
    rf"(?: in {_REPOSITORY}"
    r"| at specified path (?P<path>.{1,1000}?)(?=: The following | -> |\n|\Z))?"
)
# > Could not transfer artifact com.example:quotes:pom:1.4.2 from/to intranet (http://host:1): x
_TRANSFER = patterns.compile(rf"Could not transfer artifact {_ARTIFACT} from/to {_REPOSITORY}: ")
# > a:b:jar:1 was not found in https://m during a previous attempt. This failure was cached in the …
_MISSED_BEFORE = tuple(
    map(
        re.compile,
        (
            rf"{_ARTIFACT} was not found in (?P<url>\S+) {_CACHED}",
            rf"Failure to find {_ARTIFACT} in (?P<url>\S+) {_CACHED}",
        ),
    )
)
# > a:b:jar:1 failed to transfer from https://m during a previous attempt. This failure was cached …
_FAILED_BEFORE = tuple(
    map(
        re.compile,
        (
            rf"{_ARTIFACT} failed to transfer from (?P<url>\S+) {_CACHED}",
            rf"Failure to transfer {_ARTIFACT} from (?P<url>\S+) {_CACHED}",
        ),
    )
)
# > resolution is not reattempted until the update interval of central has elapsed
_NOT_AGAIN = patterns.compile(
    r"resolution (?:is not|will not be) reattempted until the update interval"
)
# > Cannot access central (https://m) in offline mode and the artifact a:rates:jar:1 has not been
_OFFLINE = patterns.compile(
    rf"Cannot access {_REPOSITORY} in offline mode and the artifact {_ARTIFACT} has not been"
)
# > No versions available for com.example:rates:jar:[2,) within specified range
_NO_VERSION = patterns.compile(rf"No versions available for {_RANGED} within specified range")
# > The following artifacts could not be resolved: com.example.pricing:pricing-client:jar:1.4.2
_LISTED = patterns.compile(r"The following artifacts could not be resolved: (?P<artifacts>[^\n]*)")
# > com.example.pricing:quotes:pom:1.4.2 (absent)
_ONE_LISTED = patterns.compile(rf"{_ARTIFACT}(?: \([\w, ]{{1,40}}\))?(?P<more>, )?")
# > dependency: com.example:client:jar:1.4.2 (compile)
_WANTED = patterns.compile(rf"^dependency: {_ARTIFACT} \(", re.MULTILINE)
# > Failed to collect dependencies at com.example.pricing:quotes:jar:1.4.2
_PATH = patterns.compile(
    r"Failed to collect dependencies at (?P<path>[^\s:]+:\S+(?: -> [^\s:]+:\S+)*)"
)
# > Plugin com.example.build:house-maven-plugin:2.0 or one of its dependencies could not be resolved
_PLUGIN = patterns.compile(
    r"Plugin (?P<plugin>\S+) or one of its dependencies could not be (?:resolved|collected)"
)
# > Error resolving version for plugin 'a:b' from the repositories [central (https://m)]: not found
_UNVERSIONED = patterns.compile(
    r"Error resolving version for plugin '(?P<plugin>[^']+)' from the repositories"
    r" \[(?P<repositories>[^\]]{0,5000})\]: (?P<why>[^\n]*)"
)
# > Could not resolve dependencies for project com.example:calculator:jar:1.0.0: The following
_IS_ABOUT_ARTIFACTS = patterns.compile(
    r"Could not (?:resolve|collect) dependencies for project "
    r"|Failed to collect dependencies at |" + _PLUGIN.pattern
)
# > Non-resolvable parent POM for com.example.parents:calm:7.1.0: Cannot access central
_POM = patterns.compile(r"Non-resolvable (?P<kind>parent|import) POM(?: for \S+(?=: ))?: ?")
# > 'parent.relativePath' points at no local POM
_RELATIVE_PATH = patterns.compile(
    r"'parent\.relativePath' points at (?P<what>wrong local|no local) POM"
)

# > refused: Failed to collect dependencies at com.example:quotes:jar:1.4.2: ConnectException
_WHY_ENDS = patterns.compile(
    r": Failed to collect dependencies at |: The following artifacts could not be resolved: "
    r"| and 'parent\.relativePath'| and parent could not be found| \(remote repositories: "
    r"| -> \[Help | @ line |\n"
)
# > transfer failed for http://127.0.0.1:1/maven/quotes-1.4.2.pom: Connect to 127.0.0.1:1 failed
_TRANSFER_FAILED = patterns.compile(
    r"(?i:(?:transfer|authentication|authorization) failed) for \S+?(?:, status: |: | (?=\d{3} ))"
)
# > status code: 401, reason phrase: Unauthorized (401)
# > 503 Service Unavailable
_STATUS = patterns.compile(
    r"(?:status code: |HTTP Status: |status: )?(?P<code>[1-5]\d\d)\b"
    r"(?:, reason phrase: (?P<phrase>[^(\n]*)|(?P<word> [A-Z][\w ]*))?"
)
# > Connect to 127.0.0.1:1 [/127.0.0.1] failed: Connection refused
_NO_CONNECTION = patterns.compile(
    r"Connection to \S+ refused|Connect to |Connection (?:refused|reset|timed out)"
    r"|Connect timed out|Read timed out|Unknown host|Name or service not known|No route to host"
    r"|Network is unreachable|UnknownHostException|nodename nor servname|UnresolvedAddress"
    r"|Temporary failure in name resolution|prematurely closed|NoHttpResponse",
    re.IGNORECASE,
)
# > Connect to 127.0.0.1:1 [/127.0.0.1] failed: Connection refused
# > Connection to http://127.0.0.1:1/maven/ refused
_CONNECTION_FAILED = patterns.compile(
    r"Connect to \S+(?: \[[^\]]*\])? failed: |(?<=Connection) to \S+(?= refused)"
)
# > PKIX path building failed: unable to find valid certification path
_TLS = patterns.compile(r"PKIX|SSL|TLS|certificat|handshake", re.IGNORECASE)
# > Blocked mirror for repositories: [intranet (http://intranet.invalid/maven, default, releases)]
_BLOCKED = patterns.compile(
    r"Blocked mirror for repositories: \[(?P<repository>[^\s(]+) \((?P<url>[^\s,)]+)"
)
# > https://registry.example.com/maven2
_HOST = patterns.compile(r"(?:https?|s3|gs|scp|sftp|ftp)://(?:[^\s/@]*@)?(?P<host>[^\s/?#]+)")
# > local (/home/me/.m2), central (https://repo.example.com/maven2)
_KNOWN_REPOSITORY = patterns.compile(_REPOSITORY)
_LONGEST = 100_000
_LONGEST_REASON = 1000
_NOWHERE = "not found in any repository"
_NO_SUCH_HOST = "UnresolvedAddressException"
_UNEXPLAINED = "not resolved either; Maven tells the reason of the first alone"
_REFUSALS = {"401": "unauthorised", "403": "forbidden", "407": "the proxy wants a login"}


@dataclass(frozen=True, slots=True)
class UnresolvedArtifact:
    """An artifact that could not be resolved, as `group:artifact:type:version`, and the reason.

    `cached` says that Maven repeated the result of an earlier attempt without asking again.
    `needed_by` is the artifact or plugin that asked for it, if that was not the project itself.
    """

    artifact: str
    reason: str
    cached: bool = False
    needed_by: str = ""

    def __str__(self) -> str:
        needed = f", needed by {self.needed_by}" if self.needed_by else ""
        return f"{self.artifact}{needed}: {self.reason}"


def unresolved_artifacts(text: str) -> tuple[UnresolvedArtifact, ...]:
    """Return the artifacts that one error of Maven's is about, empty for other errors."""
    text = text[:_LONGEST]
    if match := _UNVERSIONED.search(text):
        return (_plugin_without_version(match),)
    return tuple(_find_unresolved(text)) if _IS_ABOUT_ARTIFACTS.search(text) else ()


def has_cached_failure(text: str) -> bool:
    """Return whether Maven reports a cached failure: it can be told to ask the repository again."""
    return _NOT_AGAIN.search(text[:_LONGEST]) is not None


def parent_pom_message(text: str) -> str:
    """Return an error about a POM, in plain words if a parent or a BOM could not be resolved."""
    match = _POM.match(text[:_LONGEST])
    artifacts = list(_find_unresolved(text[match.end() : _LONGEST])) if match else []
    if not match or not artifacts:
        return text
    plain = "; ".join(map(str, artifacts)) + _relative_path_note(text)
    return f"{match['kind']} POM {plain}"


def _relative_path_note(text: str) -> str:
    """Return a note on the path of a parent POM that was tried besides the repositories."""
    match = _RELATIVE_PATH.search(text)
    if not match:
        return ""
    other = "another" if match["what"] == "wrong local" else "no"
    return f"; its relativePath leads to {other} POM"


def _plugin_without_version(match: re.Match[str]) -> UnresolvedArtifact:
    where = [
        _place(each["repository"], each["url"])
        for each in _KNOWN_REPOSITORY.finditer(match["repositories"])
        if each["repository"] != "local"
    ]
    reason = f"not found in {', '.join(where)}" if where else match["why"]
    return UnresolvedArtifact(f"plugin {match['plugin']}", reason)


def _find_unresolved(text: str) -> Iterator[UnresolvedArtifact]:
    reasons = _reasons(text)
    cached = {
        match["artifact"]
        for pattern in (*_MISSED_BEFORE, *_FAILED_BEFORE)
        for match in pattern.finditer(text)
    }
    plugin = _PLUGIN.search(text)
    wanting = _dependents(text)
    for artifact in _artifacts(text, reasons):
        named, needed_by = artifact, wanting.get(_key(artifact), "")
        if plugin and not needed_by:
            own = _key(artifact) == _key(plugin["plugin"])
            named = f"plugin {plugin['plugin']}" if own else artifact
            needed_by = "" if own else f"plugin {plugin['plugin']}"
        reason = reasons.get(artifact, _UNEXPLAINED if reasons else "not resolved")
        yield UnresolvedArtifact(named, reason, artifact in cached, needed_by)


def _key(artifact: str) -> tuple[str, ...]:
    return tuple(artifact.split(":")[:2])


def _artifacts(text: str, reasons: Mapping[str, str]) -> tuple[str, ...]:
    """Return all unresolved artifacts in Maven's order: those it lists, and those it explains."""
    found = [match["artifact"] for match in _WANTED.finditer(text)]
    for match in _LISTED.finditer(text):
        found += _listed_artifacts(match["artifacts"])
    return tuple(dict.fromkeys([*found, *reasons]))


def _listed_artifacts(text: str) -> Iterator[str]:
    at = 0
    while match := _ONE_LISTED.match(text, at):
        yield match["artifact"]
        if not match["more"]:
            return
        at = match.end()


def _dependents(text: str) -> Mapping[tuple[str, ...], str]:
    """Return the dependent of each artifact, by Maven's path to it."""
    found: dict[tuple[str, ...], str] = {}
    for match in _PATH.finditer(text):
        steps = [step.rstrip(":") for step in match["path"].split(" -> ")]
        for before, step in itertools.pairwise(steps):
            found.setdefault(_key(step), before)
    return found


def _reasons(text: str) -> Mapping[str, str]:
    """Return the reason for each artifact, the first that Maven gives."""
    found: dict[str, str] = {}
    for match, reason in _sentences(text):
        if match["artifact"] not in found:
            found[match["artifact"]] = reason(match)
    return found


def _sentences(text: str) -> Iterator[tuple[re.Match[str], Callable[[re.Match[str]], str]]]:
    """Yield each sentence with a reason, and the function that words it: the plainest first."""
    for pattern, reason in _SENTENCES:
        for match in pattern.finditer(text):
            yield match, reason


def _missing_reason(match: re.Match[str]) -> str:
    if match["path"]:
        return f"not found at {match['path']}"
    return f"not found in {_place_of(match)}" if match["repository"] else _NOWHERE


def _missed_before(match: re.Match[str]) -> str:
    return f"not found in {_place_of(match)} earlier, and not looked for again"


def _failed_before(match: re.Match[str]) -> str:
    return f"not to be had from {_place_of(match)} earlier, and not asked for again"


def _offline(match: re.Match[str]) -> str:
    return f"never downloaded from {_place_of(match)}, and Maven is offline"


def _no_version(_: re.Match[str]) -> str:
    return "no version is in that range"


def _transfer(match: re.Match[str]) -> str:
    why = _failure(match.string[match.end() : match.end() + _LONGEST_REASON].partition("\n")[0])
    return _transfer_reason(match["repository"], match["url"], why)


def _failure(text: str) -> str:
    if _NO_SUCH_HOST in text:  # Maven 4 calls that a refused connection
        return "Unknown host"
    end = _WHY_ENDS.search(text)
    why = text[: end.start()] if end else text
    return _TRANSFER_FAILED.sub("", why, count=1).strip()


def _transfer_reason(repository: str, url: str, why: str) -> str:
    if blocked := _BLOCKED.match(why):
        return f"{_place_of(blocked)} is blocked: Maven takes nothing over plain http"
    place = _place(repository, url)
    if status := _STATUS.match(why):
        return _status_reason(place, status)
    if why.startswith("Checksum validation failed"):
        return f"its checksum in {place} is wrong{why.removeprefix('Checksum validation failed')}"
    if _TLS.search(why):
        return f"no TLS connection to {place}: {why}"
    if _NO_CONNECTION.search(why):
        return f"{place} is unreachable: {_CONNECTION_FAILED.sub('', why, count=1)}"
    return f"not to be had from {place}: {why}"


def _status_reason(place: str, status: re.Match[str]) -> str:
    code = status["code"]
    if code in _REFUSALS:
        return f"{place} refuses it: {code}, {_REFUSALS[code]}"
    phrase = (status["phrase"] or status["word"] or "").strip()
    return f"{place} answers {code}{' ' if phrase else ''}{phrase}"


def _place_of(match: re.Match[str]) -> str:
    return _place(match["repository"], match["url"])


def _place(repository: str, url: str) -> str:
    """Return a repository's id, with its host if it has one."""
    host = _HOST.match(url)
    return f"{repository} ({host['host']})" if host else repository


_SENTENCES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (_TRANSFER, _transfer),
    (_MISSING, _missing_reason),
    *((pattern, _missed_before) for pattern in _MISSED_BEFORE),
    *((pattern, _failed_before) for pattern in _FAILED_BEFORE),
    (_OFFLINE, _offline),
    (_NO_VERSION, _no_version),
)
