"""The number of an index's format: it has to rise with whatever stands in an index."""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import astuple
from pathlib import Path

from pageful.code.chunking import chunk_text
from pageful.code.store.postings import invert
from pageful.code.store.sqlite import database, index_file
from pageful.code.terms.splitting import chunk_terms

EXAMPLES = sorted((Path(__file__).parent / "chunking").glob("*.md"))
CONTENT = {5: "dab546321d2e83b5"}
"""By format, the digest of the tables and of all that is indexed of the examples of chunking."""


def _indexed() -> Iterator[str]:
    yield " ".join(re.sub("--.*", "", database._TABLES).split())
    for example in EXAMPLES:
        source = example.read_text("utf-8").split("````")[1].partition("\n")[2]
        chunks = list(chunk_text(source, example.stem))
        terms = [chunk_terms(f"src/{example.stem}", chunk) for chunk in chunks]
        yield repr([astuple(chunk) for chunk in chunks])
        yield repr([(sorted(each.counts.items()), each.length) for each in terms])
        yield repr(invert([each.counts for each in terms], len(terms)))


def test_an_index_of_other_content_has_another_format() -> None:
    digest = hashlib.sha256("\n".join(_indexed()).encode()).hexdigest()[:16]
    # Where this fails: raise FORMAT, or users' indexes keep what the old code wrote into them; and
    # note the digest beside the new number.
    assert {index_file.FORMAT: digest} == CONTENT
