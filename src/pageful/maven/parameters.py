"""The parameters that the Maven tools share: types, names on the wire, descriptions."""

from __future__ import annotations

from typing import Annotated

from pageful.builds.shows import SHOWS, ShowName, shows_with
from pageful.tool.field import Field

Goals = Annotated[
    list[str],
    Field(description='Phases and goals, one each: ["clean", "install"], ["dependency:analyze"].'),
]
Args = Annotated[
    list[str] | None,
    Field(description='Extra Maven arguments, one each: ["-Pdev", "-Dkey=value"]. No shell.'),
]
Timeout = Annotated[
    float | None,
    Field(
        gt=0,
        description="Seconds after which the build is ended; else half an hour, or as configured.",
    ),
]
Modules = Annotated[
    list[str] | None,
    Field(description="Only these modules of a reactor, and what they need; names or directories."),
]
Background = Annotated[
    bool,
    Field(description="Give the build's id at once and build on; maven_build(wait=60) follows it."),
]
TestFilter = Annotated[
    str | None,
    Field(
        alias="testFilter",
        description="Run only these: Class, Class#method, *Pattern; several by comma.",
    ),
]
TestOnly = Annotated[
    bool,
    Field(
        alias="testOnly",
        description="Skip the lifecycle and run compiled tests at once; what is stale is "
        "recompiled first.",
    ),
]
FailedOnly = Annotated[
    bool, Field(alias="failedOnly", description="Run only what failed when it last ran.")
]
RerunFailing = Annotated[
    int,
    Field(
        alias="rerunFailing",
        ge=0,
        le=100,
        description="Run a failing JUnit test again up to so often; passing then makes it flaky.",
    ),
]
StackTraceLines = Annotated[
    int, Field(alias="stackTraceLines", ge=0, description="Lines of each stack trace; 0: all.")
]
AppPackage = Annotated[
    str | None,
    Field(
        alias="appPackage",
        pattern=r"^[A-Za-z_]\w*(\.\w+)*$",
        description="Package whose frames stay in stack traces; else found from POM and sources.",
    ),
]
IncludeTestLogs = Annotated[
    bool, Field(alias="includeTestLogs", description="Show what failing tests printed.")
]
TestOutputLimit = Annotated[
    int, Field(alias="testOutputLimit", ge=0, description="Characters of that for each test.")
]
BuildId = Annotated[
    str | None, Field(description='The id on a page, such as "b3"; else the last build.')
]
Showing = Annotated[ShowName, Field(description=f"{'; '.join(map(str, SHOWS))}.")]
Test = Annotated[
    str | None,
    Field(description=f"With {' or '.join(shows_with('test'))}: the test as the page names it."),
]
Pattern = Annotated[
    str | None,
    Field(
        description=f"With {' or '.join(shows_with('pattern'))}: a regular expression of lines or "
        "names."
    ),
]
Page = Annotated[int | None, Field(ge=1, description="Which page, from 1.")]
Wait = Annotated[
    float, Field(ge=0, le=3600, description="Seconds to wait for a build that is not done yet.")
]
Stop = Annotated[bool, Field(description="End a build that is not done yet.")]
Module = Annotated[str | None, Field(description="Only this module of a reactor.")]
Conflicts = Annotated[
    bool,
    Field(description="Only what was asked for in a version that it did not get; else the tree."),
]
Includes = Annotated[
    str | None,
    Field(
        description="Only these, and what leads to them: group:name with *, or a part of a name; "
        "several by comma."
    ),
]
