"""What things cost. Amounts are in cents."""

from shop import promotions

PRICES = {"apple": 40, "bread": 320, "coffee": 890}
VAT_PERCENT = 20


def price_of(product: str) -> int:
    """Price of one piece, before discounts."""
    return PRICES[product]


def discounted(product: str, quantity: int) -> int:
    """Price of `quantity` pieces after today's promotion."""
    full = price_of(product) * quantity
    return full - promotions.rebate(product, quantity)


def with_vat(amount: int) -> int:
    return amount + amount * VAT_PERCENT // 100


def round_to_coin(amount: int) -> int:
    return amount - amount % 5
