"""Whether compiled classes still are what their sources say: changes, additions and deletions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_CLASSLESS = frozenset({"package-info.java", "module-info.java"})
_COMPILED = frozenset({".java", ".kt", ".groovy", ".scala"})


@dataclass(frozen=True, slots=True)
class SourceSet:
    """Sources and resources of one kind (main or test), and where they are compiled to."""

    sources: Path
    resources: Path
    classes: Path
    inputs: Path

    @classmethod
    def of(cls, module: Path, kind: str) -> SourceSet:
        """A module's `main` or `test` sources, in Maven's standard layout."""
        main = kind == "main"
        status = module / "target" / "maven-status" / "maven-compiler-plugin"
        goal = ("compile", "default-compile") if main else ("testCompile", "default-testCompile")
        return cls(
            sources=module / "src" / kind / "java",
            resources=module / "src" / kind / "resources",
            classes=module / "target" / ("classes" if main else "test-classes"),
            inputs=status.joinpath(*goal, "inputFiles.lst"),
        )

    @property
    def is_stale(self) -> bool:
        """Whether something has changed, come or gone since it was compiled."""
        return any(self._changes())

    def _changes(self) -> Iterator[bool]:
        listed = self._listed()
        yield any(self._source_changed(source, listed) for source in _files(self.sources))
        yield any(map(self._resource_changed, _files(self.resources)))
        yield any(not source.exists() for source in listed)
        if not listed:
            yield any(map(self._orphaned, self.classes.rglob("*.class")))

    def _listed(self) -> frozenset[Path]:
        """What the compiler plugin last compiled, by its own record."""
        try:
            lines = self.inputs.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
        except OSError:
            return frozenset()
        return frozenset(Path(line) for line in lines if line)

    def _source_changed(self, source: Path, listed: frozenset[Path]) -> bool:
        if source.suffix not in _COMPILED or source.name in _CLASSLESS:
            return False
        compiled = (self.classes / source.relative_to(self.sources)).with_suffix(".class")
        if compiled.exists():
            return _newer(source, compiled)
        # A source whose classes bear other names: the compiler's record stands in for them.
        return source not in listed or _newer(source, self.inputs)

    def _resource_changed(self, resource: Path) -> bool:
        copy = self.classes / resource.relative_to(self.resources)
        return not copy.exists() or _newer(resource, copy)

    def _orphaned(self, compiled: Path) -> bool:
        """Whether a class has lost its source, as far as names tell."""
        name = compiled.relative_to(self.classes).with_name(compiled.stem.split("$", 1)[0])
        generated = self.classes.parent / (
            "generated-sources" if self.classes.name == "classes" else "generated-test-sources"
        )
        places = [self.sources, *generated.glob("*")]
        return not any((place / name).with_suffix(".java").exists() for place in places)


def _files(directory: Path) -> Iterator[Path]:
    return (path for path in directory.rglob("*") if path.is_file())


def _newer(source: Path, compiled: Path) -> bool:
    return source.stat().st_mtime_ns > compiled.stat().st_mtime_ns


def is_compiled(module: Path) -> bool:
    """Whether there are compiled tests at all."""
    return (module / "target" / "test-classes").is_dir()


def is_stale(module: Path) -> bool:
    """Whether main or test classes are older than what they are made from."""
    return any(SourceSet.of(module, kind).is_stale for kind in ("main", "test"))
