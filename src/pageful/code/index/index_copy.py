"""Copy an index from one store to another, and verify the copy."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import blake2b

from pageful.code.index.projects import Project
from pageful.code.results.indexing import IndexMove
from pageful.code.store.index_batch import IndexBatch
from pageful.code.store.protocol import Index, Store
from pageful.code.store.repository import Repository
from pageful.lazy.dataclasses import replace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError


def copy_index(source: Project, store: Store, caller: Caller) -> IndexMove:
    """Copy the index of a project to a store that has none of it; nothing is embedded anew.

    Raises:
        ToolError: there is no such index, the store has one already, or the copy is not the same.
        Cancelled: the caller gave up; nothing is left of the copy.
    """
    began = time.perf_counter()
    target = replace(source, store=store)
    _check(source, target)  # Before the locks: of one index they would wait for each other.
    with source.write_lock(caller), target.write_lock(caller):
        _check(source, target)
        store.delete(target.database_name)  # what a copy that was killed may have left
        try:
            with source.open(caller) as old, target.open(caller) as new:
                repositories = _copy(source, old, new, caller)
            for root in source.roots:
                target.register(root)
        except BaseException:
            store.delete(target.database_name)
            raise
    with target.open(caller) as new:
        counts = [new.counts(each) for each in repositories]
        return IndexMove(
            project_id=source.id,
            database_name=source.database_name,
            source=source.store.location(source.database_name),
            target=store.location(target.database_name),
            files=sum(each.files for each in counts),
            chunks=sum(each.chunks for each in counts),
            embedder=new.embedder() or "none",
            size_bytes=store.size(target.database_name),
            duration_seconds=time.perf_counter() - began,
        )


def _check(source: Project, target: Project) -> None:
    name = source.database_name
    here, there = source.store.location(name), target.store.location(name)
    if here == there:
        problem = f"The index of {source.id!r} is in {here} already."
        raise ToolError(problem, "Name another place with `--to`.")
    if not source.store.exists(name):
        problem = f"There is no index of {source.id!r} in {here}."
        raise ToolError(problem, "Name the place that has it with `--source`.")
    card = target.store.card(name)
    if card is not None and card.project_id is not None and target.store.exists(name):
        raise ToolError(
            f"There is an index of {source.id!r} in {there} already.",
            "It is left as it is. Delete it first if this one is to take its place.",
        )


def _copy(source: Project, old: Index, new: Index, caller: Caller) -> list[Repository]:
    """Write all of an index into a new one, and return the repositories of that."""
    embedder = old.embedder()
    if embedder is not None:
        new.change_embedder(embedder)
    total = sum(old.counts(old.register(root)).files for root in source.roots)
    repositories, done = [], 0
    for root in source.roots:
        before, after = old.register(root), new.register(root)
        written = Counter[bytes]()
        with closing(old.batches(before)) as batches:
            for batch in batches:
                caller.checkpoint()
                new.add_batch(after, batch)
                written.update(_digests(batch))
                done += len(batch.files)
                caller.progress(f"Copying the index of {source.id}", min(done, total), total)
        counts = old.counts(before)
        if counts.complete:
            new.mark_complete(after, old.snapshot(before), counts.indexed)
        _verify(old, new, before, after, written, caller)
        repositories.append(after)
    return repositories


def _verify(
    old: Index,
    new: Index,
    before: Repository,
    after: Repository,
    written: Counter[bytes],
    caller: Caller,
) -> None:
    """Read a copied repository back, and compare it.

    Raises:
        ToolError: it is not the same.
    """
    caller.progress("Reading the copy back")
    found = Counter[bytes]()
    with closing(new.batches(after)) as batches:
        for batch in batches:
            caller.checkpoint()
            found.update(_digests(batch))
    same = (
        found == written
        and new.counts(after) == old.counts(before)
        and new.snapshot(after) == old.snapshot(before)
        and [*new.skipped_files(after)] == [*old.skipped_files(before)]
        and new.languages(after) == old.languages(before)
    )
    if not same:
        raise ToolError(
            f"The copy of {before.root} is not the same as the index it was made of.",
            "Nothing of it is kept, and the index is as it was. Report this, please.",
        )


def _digests(batch: IndexBatch) -> Iterator[bytes]:
    """Compute a digest of each file of a batch, and one of its chunks.

    A store keeps chunks together that were written together, but not files without any.
    """
    for file in batch.files:
        facts = (file.path, tuple(file.stamp), file.language, file.chunks, file.skipped)
        content = (file.text, file.outline) if file.chunks else ()
        yield _digest([repr(facts).encode(), file.hash, *content])
    if batch.chunks:
        paths = [file.path.encode() for file in batch.files if file.chunks]
        terms = ((term, data) for term, data in batch.rows if "\0" not in term)
        lists = (part for term, data in terms for part in (term.encode(), data))
        yield _digest([*paths, batch.lengths, batch.owners, batch.vectors or b"", *lists])


def _digest(parts: Iterable[bytes]) -> bytes:
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8))
        digest.update(part)
    return digest.digest()
