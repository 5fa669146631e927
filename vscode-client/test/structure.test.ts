import assert from "node:assert/strict";
import { test } from "node:test";

import { communitiesTree, cyclesTree, deadCodeTree, hubsTree } from "../src/tree/structure";
import { answer, row } from "./answers";

test("a cycle has its edges and the cheapest to break", () => {
  const edge = { from: "a.py", to: "b.py", line: 3, timing: "load_time", uses: 2 };
  const back = { from: "b.py", to: "a.py", line: 5, timing: "deferred" };
  const cycle = { members: ["a.py", "b.py"], file: "b.py", line: 5, shortest: [edge, back], cheapest: { edges: [edge], uses: 2 } };
  const tree = cyclesTree(answer({ results: [cycle] }));
  assert.equal(tree.nodes[0]?.label, "a.py → b.py");
  assert.deepEqual(
    tree.nodes[0]?.children.map(({ label, description }) => `${label} (${description})`),
    ["a.py → b.py (line 3 · 2 uses)", "b.py → a.py (line 5 · deferred)", "a.py → b.py (cheapest cut · 2 uses)"],
  );
  assert.deepEqual(tree.nodes[0]?.children[1]?.spot, { file: "b.py", line: 5, name: "" });
});

test("dead code is told by what can be deleted together", () => {
  const tree = deadCodeTree(
    answer({
      results: [row("a.py::f", 1, { lines: 4 }), row("a.py::g", 6, { lines: 2 }), row("b.py::h", 1, { lines: 1 })],
      islands: [
        { symbol: "a.py::f", file: "a.py", line: 1, lines: 6, members: ["a.py::f", "a.py::g"] },
        { symbol: "b.py::h", file: "b.py", line: 1, lines: 1, members: ["b.py::h"] },
      ],
    }),
  );
  assert.deepEqual(
    tree.nodes.map(({ label, description }) => `${label}: ${description}`),
    ["f: 2 definitions · 6 lines", "h: b.py:1 · 1 line"],
  );
  assert.equal(tree.nodes[0]?.children.length, 2);
  assert.equal(tree.count, 3);
});

test("a list that is cut says of how many it is the first", () => {
  const tree = hubsTree(answer({ results: [row("a.py::f", 1, { in: 4, out: 1, files: 2 })], total: 120, truncated: true }));
  assert.equal(tree.nodes[0]?.description, "used by 4, uses 1 · a.py:1");
  assert.equal(tree.count, 120);
  assert.deepEqual(tree.remarks, ["the first 1 of 120"]);
});

test("communities have their members, and what surprises between them", () => {
  const tree = communitiesTree(
    answer({
      results: [{ name: "shop", members: ["a.py::f", "a.py"], size: 2, files: 1, cohesion: 0.5, words: ["cart"], file: "a.py" }],
      couplings: [{ from: "a.py::f", to: "b.py::g", line: 9, of: "shop", into: "desk", uses: 2 }],
    }),
  );
  assert.deepEqual(
    tree.nodes.map(({ label, description }) => `${label}: ${description}`),
    ["shop: 2 members · 1 file · cart", "Surprising uses between communities: 1"],
  );
  assert.deepEqual(tree.nodes[1]?.children[0]?.spot, { file: "a.py", line: 9, name: "g" });
});

test("an empty complete answer is none, an incomplete one is not", () => {
  for (const build of [cyclesTree, deadCodeTree, hubsTree, communitiesTree]) {
    assert.equal(build(answer({})).state, "none");
    assert.equal(build(answer({ complete: false, reason: "cut" })).state, "nothing");
  }
});
