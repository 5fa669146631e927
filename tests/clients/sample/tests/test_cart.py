from shop.cart import Cart
from shop.pricing import price_of


def test_price_of_coffee():
    assert price_of("coffee") == 890


def test_total_includes_vat():
    cart = Cart("Ada")
    cart.add("bread", 2)
    assert cart.total() == 768
