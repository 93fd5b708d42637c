"""The program `pageful`, as `python -m pageful` runs it."""

import sys

from pageful.main import main

sys.exit(main())
