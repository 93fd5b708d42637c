"""`python -m pageful`."""

import sys

from pageful.main import main

sys.exit(main())
