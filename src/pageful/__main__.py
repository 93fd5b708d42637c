"""The program `pageful`, as `python -m pageful` runs it."""

import sys

from pageful.start import main

sys.exit(main())
