import assert from "node:assert/strict";
import { test } from "node:test";

import { affected, markedFiles, radiusSummary, radiusTree } from "../src/tree/radius";
import { answer, RADIUS, row } from "./answers";

test("by distance, what needs a look stands first and empty groups are left out", () => {
  const tree = radiusTree(RADIUS, "hop");
  assert.deepEqual(
    tree.nodes.map(({ label, description }) => `${label} ${description}`),
    ["Changed 1", "No test found 1", "Direct callers 2", "Indirect callers 1", "Tests to run 1"],
  );
  assert.equal(tree.count, 3);
  assert.equal(tree.state, "filled");
});

test("an uncertain row says so, a sure one does not", () => {
  const direct = radiusTree(RADIUS, "hop").nodes.find(({ id }) => id === "direct");
  assert.deepEqual(
    direct?.children.map(({ label, description }) => `${label}: ${description}`),
    ["Cart.total: shop/cart.py:7", "pay: shop/desk.py:4 · inferred 0.80"],
  );
});

test("by file, everything stands once, in the order of its lines", () => {
  const tree = radiusTree(RADIUS, "file");
  assert.deepEqual(
    tree.nodes.map(({ label, description }) => `${label}: ${description}`),
    ["shop/cart.py: 1", "shop/desk.py: 2 · 1 untested", "shop/pricing.py: 1", "tests/test_cart.py: 1"],
  );
  const desk = tree.nodes[1];
  assert.deepEqual(
    desk?.children.map(({ label, description }) => `${label}: ${description}`),
    ["pay: calls it · no test found · inferred 0.80", "summary: 2 hops"],
  );
});

test("ids are distinct, and the same for the same thing in the next answer", () => {
  const ids = (grouping: "hop" | "file") => {
    const all: string[] = [];
    const walk = (nodes: ReturnType<typeof radiusTree>["nodes"]): void =>
      nodes.forEach(({ id, children }) => {
        all.push(id);
        walk(children);
      });
    walk(radiusTree(RADIUS, grouping).nodes);
    return all;
  };
  for (const grouping of ["hop", "file"] as const) {
    assert.equal(new Set(ids(grouping)).size, ids(grouping).length);
    assert.deepEqual(ids(grouping), ids(grouping));
  }
});

test("a row that stands in a list twice gets two ids", () => {
  const twice = answer({ changed: [row("a.py::f", 1)], direct: [row("b.py::g", 2), row("b.py::g", 2)] });
  const direct = radiusTree(twice, "hop").nodes.find(({ id }) => id === "direct");
  assert.equal(new Set(direct?.children.map(({ id }) => id)).size, 2);
});

test("nothing is called none while the answer is not whole", () => {
  assert.equal(radiusTree(answer({}), "hop").state, "none");
  const partial = radiusTree(answer({ complete: false, reason: "the index is still being built (40 %)" }), "hop");
  assert.equal(partial.state, "nothing");
  assert.deepEqual(partial.remarks, ["incomplete: the index is still being built (40 %)"]);
});

test("what is changed itself is not counted as affected", () => {
  const both = answer({ changed: [row("a.py::f", 1)], direct: [row("a.py::f", 1), row("a.py::g", 5)] });
  assert.deepEqual([...affected(both)], ["a.py::g"]);
  assert.equal(radiusSummary(both), "1 changed, 1 affected");
  assert.equal(radiusSummary(RADIUS), "1 changed, 3 affected, 1 untested");
  assert.equal(radiusSummary(answer({})), "");
});

test("files are marked by what in them is affected and untested", () => {
  assert.deepEqual(Object.fromEntries(markedFiles(RADIUS)), {
    "shop/cart.py": { affected: 1, untested: 0 },
    "shop/desk.py": { affected: 2, untested: 1 },
  });
});

test("a tooltip has the path, and Markdown in names is text", () => {
  const path = ["b.py::__init__", "a.py::f"];
  const tree = radiusTree(answer({ direct: [row("b.py::__init__", 2, { path, why: "the name was imported", risk: 0.5 })] }), "hop");
  const tooltip = tree.nodes[0]?.children[0]?.tooltip ?? "";
  assert.match(tooltip, /\\_\\_init\\_\\_ → f/);
  assert.match(tooltip, /the name was imported/);
  assert.match(tooltip, /risk 0\\.50/);
});
