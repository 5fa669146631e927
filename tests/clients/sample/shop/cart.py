"""A shopping cart and what it costs."""

from shop.pricing import discounted, with_vat


class Cart:
    def __init__(self, customer: str) -> None:
        self.customer = customer
        self.lines: dict[str, int] = {}

    def add(self, product: str, quantity: int = 1) -> None:
        self.lines[product] = self.lines.get(product, 0) + quantity

    def total(self) -> int:
        net = sum(discounted(product, quantity) for product, quantity in self.lines.items())
        return with_vat(net)
