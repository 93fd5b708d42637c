"""Artifacts that could not be got, by the sentences of Maven 3.6 to 4.0."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.logs.dependency_errors import (
    UnresolvedArtifact,
    has_cached_failure,
    parent_pom_message,
    unresolved_artifacts,
)
from thoroughness import size

A, B = "com.example:client:jar:1.4.2", "com.example:server:jar:1.4.2"
POM = "com.example:client:pom:1.4.2"
URL = "https://repo.example.com/maven2"
CENTRAL = f"central ({URL})"
OLD = "Could not resolve dependencies for project a:b:jar:1: "
NEW = "Could not resolve dependencies for project a:b:jar:1\n"
COLLECT = "Could not collect dependencies for project a:b:jar:1\n"
CACHED = (
    f"was not found in {URL} during a previous attempt. This failure was cached in the local"
    " repository and resolution is not reattempted until the update interval of central has"
    " elapsed or updates are forced"
)
EARLIER = "not found in central (repo.example.com) earlier, and not looked for again"


def one(text: str) -> UnresolvedArtifact:
    (found,) = unresolved_artifacts(text)
    return found


class TestReasons:
    def test_not_found(self) -> None:
        found = one(f"{OLD}Could not find artifact {A} in {CENTRAL}")
        assert found == UnresolvedArtifact(A, "not found in central (repo.example.com)")
        assert str(found) == f"{A}: not found in central (repo.example.com)"

    def test_not_found_anywhere(self) -> None:
        assert one(f"{OLD}Could not find artifact {A}").reason == "not found in any repository"

    @pytest.mark.parametrize("after", ["", f": The following artifacts could not be resolved: {A}"])
    def test_not_found_where_the_pom_says_that_it_is(self, after: str) -> None:
        text = f"{OLD}Could not find artifact {A} at specified path /lib/my client.jar{after}"
        assert one(text).reason == "not found at /lib/my client.jar"

    @pytest.mark.parametrize(
        "text",
        [
            f"{OLD}{A} {CACHED}",
            f"{NEW}dependency: {A} (compile)\n\t{A} {CACHED}",
            (
                f"{NEW}dependency: {A} (compile)\n\t{A} {CACHED}: The following artifacts could"
                f" not be resolved: {A} (absent): {A} {CACHED}"
            ),
            (
                f"{OLD}Failure to find {A} in {URL} was cached in the local repository, resolution"
                " will not be reattempted until the update interval of central has elapsed or"
            ),
        ],
    )
    def test_not_found_before(self, text: str) -> None:
        assert one(text) == UnresolvedArtifact(A, EARLIER, cached=True)
        assert has_cached_failure(text)

    def test_a_cached_failure_to_transfer_has_its_first_reason(self) -> None:
        text = (
            f"{OLD}{A} failed to transfer from {URL} during a previous attempt. This failure was"
            " cached in the local repository and resolution is not reattempted until the update"
            " interval of central has elapsed or updates are forced. Original error: Could not"
            f" transfer artifact {A} from/to {CENTRAL}: Read timed out"
        )
        found = one(text)
        assert found.cached
        assert found.reason == "central (repo.example.com) is unreachable: Read timed out"

    @pytest.mark.parametrize("head", [OLD, f"{NEW}dependency: {A} (compile)\n\t"])
    def test_offline(self, head: str) -> None:
        text = (
            f"{head}Cannot access {CENTRAL} in offline mode and the artifact {A} has not been"
            " downloaded from it before."
        )
        found = one(text)
        assert (
            found.reason == "never downloaded from central (repo.example.com), and Maven is offline"
        )
        assert not has_cached_failure(text)

    def test_no_version_in_a_range(self) -> None:
        wanted = "org.slf4j:slf4j-api:jar:[90,)"
        text = (
            f"{OLD}Failed to collect dependencies at {wanted}: No versions available for {wanted}"
            " within specified range"
        )
        assert one(text) == UnresolvedArtifact(wanted, "no version is in that range")

    @pytest.mark.parametrize(
        ("why", "reason"),
        [
            (
                f"authentication failed for {URL}/client.pom, status: 401 Unauthorized",
                "intranet (10.0.0.1:81) refuses it: 401, unauthorised",
            ),
            (
                "status code: 401, reason phrase: Unauthorized (401)",
                "intranet (10.0.0.1:81) refuses it: 401, unauthorised",
            ),
            (
                f"HTTP Status: 403: Failed to collect dependencies at {A}",
                "intranet (10.0.0.1:81) refuses it: 403, forbidden",
            ),
            (
                f"transfer failed for {URL}/client.pom, status: 503 Service Unavailable",
                "intranet (10.0.0.1:81) answers 503 Service Unavailable",
            ),
            (
                "status code: 503, reason phrase: Service Unavailable (503)",
                "intranet (10.0.0.1:81) answers 503 Service Unavailable",
            ),
            ("HTTP Status: 502", "intranet (10.0.0.1:81) answers 502"),
            (
                (
                    f"transfer failed for {URL}/c.pom: Connect to 10.0.0.1:81 [/10.0.0.1] failed:"
                    " Connection refused"
                ),
                "intranet (10.0.0.1:81) is unreachable: Connection refused",
            ),
            (
                (
                    f"Connection to http://10.0.0.1:81/ refused: Failed to collect dependencies"
                    f" at {A}: ConnectException: ClosedChannelException"
                ),
                "intranet (10.0.0.1:81) is unreachable: Connection refused",
            ),
            (
                (
                    f"Connection to http://repo/ refused: Failed to collect dependencies at {A}:"
                    " ConnectException: UnresolvedAddressException"
                ),
                "intranet (10.0.0.1:81) is unreachable: Unknown host",
            ),
            (
                f"transfer failed for {URL}/c.pom: Unknown host repo: Name not known",
                "intranet (10.0.0.1:81) is unreachable: Unknown host repo: Name not known",
            ),
            (
                "PKIX path building failed: unable to find valid certification path",
                (
                    "no TLS connection to intranet (10.0.0.1:81): PKIX path building failed: unable"
                    " to find valid certification path"
                ),
            ),
            (
                "Checksum validation failed, expected 'a' (REMOTE_EXTERNAL) but is actually 'b'",
                (
                    "its checksum in intranet (10.0.0.1:81) is wrong, expected 'a'"
                    " (REMOTE_EXTERNAL) but is actually 'b'"
                ),
            ),
            ("the moon is full", "not to be had from intranet (10.0.0.1:81): the moon is full"),
        ],
    )
    def test_a_transfer_that_failed(self, why: str, reason: str) -> None:
        text = (
            f"{COLLECT}Failed to read artifact descriptor for {A}\n\tCaused by: The following"
            f" artifacts could not be resolved: {POM} (absent): Could not transfer artifact {POM}"
            f" from/to intranet (http://user@10.0.0.1:81/maven): {why}"
        )
        assert one(text) == UnresolvedArtifact(POM, reason)

    def test_a_blocked_repository_is_named_by_its_own_id(self) -> None:
        text = (
            f"{OLD}Failed to collect dependencies at {A}: Could not transfer artifact {POM} from/to"
            " maven-default-http-blocker (http://0.0.0.0/): Blocked mirror for repositories:"
            " [intranet (http://repo.example.com/m, default, releases+snapshots)]"
        )
        assert one(text).reason == (
            "intranet (repo.example.com) is blocked: Maven takes nothing over plain http"
        )


class TestWhich:
    def test_all_of_several_are_named_though_maven_explains_one(self) -> None:
        first, second = unresolved_artifacts(
            f"{OLD}The following artifacts could not be resolved: {A}, {B}: {A} {CACHED}"
        )
        assert first == UnresolvedArtifact(A, EARLIER, cached=True)
        assert second.artifact == B
        assert second.reason == "not resolved either; Maven tells the reason of the first alone"

    def test_newer_maven_explains_each(self) -> None:
        text = (
            f"{NEW}dependency: {A} (compile)\n\t{A} {CACHED}\n"
            f"dependency: {B} (test)\n\tCould not find artifact {B} in {CENTRAL}"
        )
        assert [each.reason for each in unresolved_artifacts(text)] == [
            EARLIER,
            "not found in central (repo.example.com)",
        ]

    def test_who_asked_for_it_is_on_the_path_to_it(self) -> None:
        text = (
            f"{OLD}Failed to collect dependencies at {A} -> {B}: Failed to read artifact descriptor"
            f" for {B}: Could not find artifact com.example:server:pom:1.4.2 in {CENTRAL}"
        )
        assert str(one(text)).startswith(f"com.example:server:pom:1.4.2, needed by {A}: not found")

    @pytest.mark.parametrize("gap", [" ", "\n\t"])
    def test_a_plugin_is_called_one(self, gap: str) -> None:
        text = (
            "Plugin com.example:house-maven-plugin:2.0 or one of its dependencies could not be"
            f" resolved:{gap}Could not find artifact com.example:house-maven-plugin:jar:2.0"
            f" in {CENTRAL}"
        )
        assert str(one(text)) == (
            "plugin com.example:house-maven-plugin:2.0: not found in central (repo.example.com)"
        )

    def test_a_dependency_of_a_plugin_says_whose_it_is(self) -> None:
        text = (
            "Plugin com.example:house-maven-plugin:2.0 or one of its dependencies could not be"
            f" resolved: Could not find artifact {A} in {CENTRAL}"
        )
        assert one(text).needed_by == "plugin com.example:house-maven-plugin:2.0"

    def test_a_plugin_without_a_version(self) -> None:
        text = (
            "Error resolving version for plugin 'a:b-maven-plugin' from the repositories"
            f" [local (/home/me/.m2), {CENTRAL}]: Plugin not found in any plugin repository"
        )
        assert str(one(text)) == "plugin a:b-maven-plugin: not found in central (repo.example.com)"

    def test_other_errors_are_about_no_artifact(self) -> None:
        assert unresolved_artifacts("There are test failures.") == ()
        assert unresolved_artifacts(f"Could not find artifact {A} in {CENTRAL}") == ()


class TestPoms:
    def test_a_parent(self) -> None:
        text = (
            f"Non-resolvable parent POM for a:b:1: Could not find artifact {POM} in {CENTRAL}"
            " and 'parent.relativePath' points at no local POM"
        )
        assert parent_pom_message(text) == (
            f"parent POM {POM}: not found in central (repo.example.com); its relativePath leads to"
            " no POM"
        )

    def test_a_bom(self) -> None:
        text = f"Non-resolvable import POM: The following artifacts could not be resolved: {POM}"
        assert (
            parent_pom_message(f"{text} (absent): {POM} {CACHED}") == f"import POM {POM}: {EARLIER}"
        )

    @pytest.mark.parametrize("text", ["'version' is missing.", "Non-resolvable parent POM: why"])
    def test_other_errors_stay_as_they_are(self, text: str) -> None:
        assert parent_pom_message(text) == text


PIECES = st.sampled_from(
    [
        OLD,
        NEW,
        COLLECT,
        A,
        POM,
        f" {A} ",
        CACHED,
        CENTRAL,
        " in ",
        "Could not find artifact ",
        "Could not transfer artifact ",
        " from/to ",
        "The following artifacts could not be resolved: ",
        "dependency: ",
        "Plugin a:b:1 or one of its dependencies could not be resolved: ",
        "Failed to collect dependencies at ",
        " -> ",
        "Non-resolvable parent POM: ",
    ]
)


@given(st.lists(st.one_of(PIECES, st.text(max_size=5)), max_size=30).map("".join))
def test_any_text_is_read(text: str) -> None:
    for found in unresolved_artifacts(text):
        assert found.artifact
        assert found.reason
    parent_pom_message(text)
    has_cached_failure(text)


@pytest.mark.parametrize(
    "unit",
    [
        "a",
        "a:",
        " a:b:c:d",
        "a:b:c:d, ",
        f" {A} {CACHED}",
        "Could not find artifact a:b:c at specified path ",
        "Could not transfer artifact a:b:c from/to r (): ",
        "Failed to collect dependencies at a:b ",
        "a:b -> ",
        "Error resolving version for plugin 'a' from the repositories [",
        "was not found in ",
    ],
)
def test_the_longest_text_is_read_to_its_end(unit: str) -> None:
    long = unit * (size(1_000_000) // len(unit))
    unresolved_artifacts(f"{OLD}{long}")
    parent_pom_message(f"Non-resolvable parent POM: {long}")
