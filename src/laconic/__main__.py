"""`python -m laconic`."""

import sys

from laconic.main import main

sys.exit(main())
