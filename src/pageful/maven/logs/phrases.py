"""The phrases that structure a log: Maven's of builds and goals, Surefire's of tests.

Above each is a line that has it. Texts are those of `LogLine`: without levels and prefixes.
"""

from __future__ import annotations

from pageful.lazy import patterns

# > [INFO] Scanning for projects...
BUILD_BEGINS = "Scanning for projects..."

# > [INFO] Reactor Build Order:
REACTOR_ORDER = "Reactor Build Order:"

# > [INFO] Reactor Summary for shop 1.0.0:
REACTOR_SUMMARY = "Reactor Summary"

# > [INFO] Using the MultiThreadedBuilder implementation with a thread count of 2
MULTI_THREADED = "Using the MultiThreadedBuilder"

# > [INFO] Using the SmartBuilder implementation with a thread count of 2
SIDE_BY_SIDE = patterns.compile(r"Using the \w+ implementation with a thread count of \d")
"""The builders of parallel builds: Maven's with `-T`, and the Maven Daemon's."""

# > [INFO] Building shop-api 1.0.0                                                  [2/3]
BUILDING = "Building "

# > [INFO] --- maven-jar-plugin:3.4.1:jar (default-jar) @ cart ---
GOAL_BEGINS = patterns.compile(r"--- \S+ \(")

# > [INFO] BUILD FAILURE
BUILD_END = patterns.compile(r"BUILD [A-Z]+\Z")
BUILD_FAILURE = "BUILD FAILURE"
BUILD_SUCCESS = "BUILD SUCCESS"

# > [ERROR] Failed to execute goal on project cart: Could not resolve dependencies
FAILED_GOAL = "Failed to execute goal "

# > There are test failures. -> [Help 1]
HELP = patterns.compile(r"(?:\A| )-> \[Help \d+\]\Z")
"""The end of a reason for which a build failed."""

# > [ERROR] COMPILATION ERROR :
COMPILATION_ERROR = "COMPILATION ERROR"

# >  T E S T S
TESTS_BEGIN = patterns.compile(r" ?T E S T S")
"""Surefire's heading, after which tests print."""

# > [INFO] Running com.example.OrderTest
RUNNING = "Running "

# > [INFO] Results:
RESULTS = patterns.compile(r"Results ?:\Z")
"""The heading of Surefire's list of failing tests."""

TESTS_RUN = "Tests run:"
# > Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
TOTALS = patterns.compile(
    r"Tests run: (?P<run>\d{1,9}), Failures: (?P<failures>\d{1,9}), Errors: (?P<errors>\d{1,9})"
    r", Skipped: (?P<skipped>\d{1,9})"
)
"""The counts of Surefire: of one class, with a time behind it, or of all below its list."""
