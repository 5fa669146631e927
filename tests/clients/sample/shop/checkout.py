"""From a cart to a receipt."""

from shop.cart import Cart
from shop.pricing import price_of, round_to_coin


def pay(cart: Cart, cash: bool = False) -> int:
    due = cart.total()
    return round_to_coin(due) if cash else due


def receipt(cart: Cart) -> str:
    lines = [f"{quantity} x {product} at {price_of(product)}" for product, quantity in cart.lines.items()]
    return "\n".join([*lines, f"total {cart.total()}"])


def daily_summary(carts: list[Cart]) -> str:
    return f"{len(carts)} carts, {sum(pay(cart) for cart in carts)} cents"
