"""Where reports are looked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.reports.report_directories import module_of, modules, report_directories


def made(root: Path, *directories: str) -> None:
    for directory in directories:
        (root / directory).mkdir(parents=True, exist_ok=True)


def pom(root: Path, text: str = "", module: str = ".") -> None:
    made(root, module)
    (root / module / "pom.xml").write_text(f"<project>{text}</project>")


def found(root: Path) -> list[str]:
    return [path.relative_to(root).as_posix() for path in report_directories(root)]


def built_in(text: str) -> str:
    return f"<build><directory>{text}</directory></build>"


class TestModules:
    def test_a_module_is_a_directory_with_a_pom(self, tmp_path: Path) -> None:
        for name in ("core", "target/copy", "src/it/sample", "docs"):
            (tmp_path / name).mkdir(parents=True)
        for name in ("core", "target/copy", "src/it/sample"):
            (tmp_path / name / "pom.xml").touch()
        assert list(modules(tmp_path)) == [tmp_path, tmp_path / "core"]

    def test_links_in_a_circle_are_not_followed(self, tmp_path: Path) -> None:
        (tmp_path / "pom.xml").touch()
        (tmp_path / "loop").symlink_to(tmp_path, target_is_directory=True)
        assert list(modules(tmp_path)) == [tmp_path]

    @pytest.mark.parametrize(
        ("directory", "module"),
        [("target/x", "."), ("a/target/x", "a"), ("a/b/target/x", "a/b"), ("c/d", ".")],
    )
    def test_a_directory_is_of_the_next_module_above(
        self, tmp_path: Path, directory: str, module: str
    ) -> None:
        for name in ("a", "a/b"):
            pom(tmp_path, module=name)
        assert module_of(tmp_path)(tmp_path / directory) == module

    def test_a_module_beside_the_root_is_read_too(self, tmp_path: Path) -> None:
        root = tmp_path / "parent"
        pom(root, "<modules><module>../common</module><module>../${x}</module></modules>")
        pom(tmp_path, "<modules><module>../deeper/pom.xml</module></modules>", "common")
        pom(tmp_path, "<modules><module>../common</module><module>..</module></modules>", "deeper")
        made(tmp_path, "common/target/surefire-reports", "deeper/target/surefire-reports")
        assert list(report_directories(root)) == [
            tmp_path / "common/target/surefire-reports",
            tmp_path / "deeper/target/surefire-reports",
        ]
        assert module_of(root)(tmp_path / "common/target/surefire-reports") == "../common"


class TestDirectories:
    def test_reports_stand_directly_below_target(self, tmp_path: Path) -> None:
        made(
            tmp_path,
            *("target/it-reports", "target/again", "target/surefire-reports/junitreports"),
            *("target/failsafe-reports", "target/classes", "target/site", "other/target/x"),
        )
        assert found(tmp_path) == [
            "target/surefire-reports",
            "target/failsafe-reports",
            "target/again",
            "target/it-reports",
        ]

    @pytest.mark.parametrize("text", ["out", "${project.basedir}/out", "./out", "${where}"])
    def test_another_build_directory_is_the_poms(self, tmp_path: Path, text: str) -> None:
        properties = "<properties><where>${basedir}/out</where></properties>"
        pom(tmp_path, properties + built_in(text))
        made(tmp_path, "out/surefire-reports")
        assert found(tmp_path) == ["out/surefire-reports"]

    def test_what_a_parent_says_holds_for_its_modules(self, tmp_path: Path) -> None:
        pom(tmp_path, built_in("${project.basedir}/out"))
        pom(tmp_path, module="core")
        made(tmp_path, "out/surefire-reports", "core/out/surefire-reports")
        assert found(tmp_path) == ["out/surefire-reports", "core/out/surefire-reports"]

    @pytest.mark.parametrize(
        "text", ["${project.build.directory}/a/b", "target/a/b", "${basedir}/target/a/b"]
    )
    def test_another_reports_directory_is_the_poms(self, tmp_path: Path, text: str) -> None:
        pom(tmp_path, f"<reportsDirectory> {text}\n</reportsDirectory>")
        made(tmp_path, "target/a/b")
        assert found(tmp_path) == ["target/a", "target/a/b"]

    def test_a_directory_of_all_modules_is_looked_into_once(self, tmp_path: Path) -> None:
        shared = "${maven.multiModuleProjectDirectory}/reports"
        pom(tmp_path, f"<reportsDirectory>{shared}</reportsDirectory>")
        pom(tmp_path, module="core")
        made(tmp_path, "reports")
        assert found(tmp_path) == ["reports"]

    @pytest.mark.parametrize(
        "text",
        ["..", "/", "${user.home}", "${basedir}", "${a}", "\0", "gone"],
    )
    def test_what_is_no_place_for_reports_is_left_alone(self, tmp_path: Path, text: str) -> None:
        root = tmp_path / "root"
        pom(root, f"<a>${{a}}${{a}}</a>{built_in(text)}<reportsDirectory>{text}</reportsDirectory>")
        made(root, "target/surefire-reports")
        assert found(root) == ["target/surefire-reports"]

    def test_a_directory_of_resources_is_no_build_directory(self, tmp_path: Path) -> None:
        pom(tmp_path, "<resource><directory>src/main/resources</directory></resource>")
        made(tmp_path, "src/main/resources/x")
        assert found(tmp_path) == []

    def test_a_broken_pom_says_nothing(self, tmp_path: Path) -> None:
        pom(tmp_path, built_in("out"))
        pom(tmp_path, f"{built_in('gone')}</broken>", "core")
        made(tmp_path, "core/target/surefire-reports", "core/out/x", "core/gone/x")
        assert found(tmp_path) == ["core/target/surefire-reports", "core/out/x"]

    def test_a_comment_says_nothing(self, tmp_path: Path) -> None:
        pom(tmp_path, f"<!-- {built_in('out')} -->")
        made(tmp_path, "out/x", "target/x")
        assert found(tmp_path) == ["target/x"]

    def test_a_place_may_be_made_of_the_modules_names(self, tmp_path: Path) -> None:
        pom(tmp_path, f"<artifactId>shop</artifactId>{built_in('out/${project.artifactId}')}")
        made(tmp_path, "out/shop/x")
        assert found(tmp_path) == ["out/shop/x"]

    def test_a_name_that_no_file_can_have_is_left_alone(self, tmp_path: Path) -> None:
        long = "x" * 300
        places = f"<modules><module>../{long}</module></modules>{built_in(long)}"
        pom(tmp_path, f"{places}<reportsDirectory>{long}</reportsDirectory>")
        made(tmp_path, "target/x")
        assert found(tmp_path) == ["target/x"]
