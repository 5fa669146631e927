"""Today's promotions."""

from shop.pricing import price_of

THREE_FOR_TWO = {"apple"}


def rebate(product: str, quantity: int) -> int:
    if product in THREE_FOR_TWO:
        return price_of(product) * (quantity // 3)
    return 0
