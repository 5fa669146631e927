/** Answers as the server gives them, for the tests. */

import { asAnswer, type Answer, type Row } from "../src/answer";

export function answer(parts: Readonly<Record<string, unknown>>): Answer {
  const made = asAnswer({ results: [], complete: true, ...parts });
  if (made === undefined) {
    throw new Error("no answer");
  }
  return made;
}

export function row(symbol: string, line: number, more: Readonly<Record<string, unknown>> = {}): Row {
  return { symbol, file: symbol.split("::")[0] ?? "", line, kind: "function", confidence: 0.99, tier: "EXTRACTED", ...more };
}

/** A change of `price`: two callers, one of which no test reaches, one caller of these, a test. */
export const RADIUS = answer({
  changed: [row("shop/pricing.py::price", 3, { changes: ["body"] })],
  direct: [row("shop/cart.py::Cart.total", 7), row("shop/desk.py::pay", 4, { tier: "INFERRED", confidence: 0.8 })],
  transitive: [row("shop/desk.py::summary", 9, { hops: 2 })],
  tests: [row("tests/test_cart.py::test_total", 5, { kind: "test" })],
  untested: [row("shop/desk.py::pay", 4, { state: "NONE FOUND" })],
  files: [{ file: "shop/cart.py" }, { file: "shop/desk.py" }],
});
