"""The cycle of imports can be loaded from this end only."""

import shop.promotions  # noqa: F401
