"""Builds of any tool: processes, records, JUnit XML, drill-down and pages."""
