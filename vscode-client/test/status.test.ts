import assert from "node:assert/strict";
import { test } from "node:test";

import { menuEntries } from "../src/menu";
import { readProbe, wrongWith } from "../src/python";
import { RestartPolicy } from "../src/restart-policy";
import { appearance, phase, type IndexStatus } from "../src/status";

const READY: IndexStatus = { root: "file:///r", name: "shop", state: "ready", percent: 100, reason: "", note: "", generation: 1 };
const RUNNING = { is: "running" } as const;

test("the status bar is quiet when all is well", () => {
  assert.deepEqual(appearance(RUNNING, [READY]), { text: "$(flame) Blastlens", lines: ["shop: fresh"], trouble: false });
});

test("the status bar tells how far the slowest index is", () => {
  const half: IndexStatus = { ...READY, state: "indexing", percent: 40 };
  assert.equal(appearance(RUNNING, [READY, half, { ...half, percent: 70 }]).text, "$(sync~spin) Blastlens 40 %");
});

test("a stale index says why", () => {
  const { text, lines, trouble } = appearance(RUNNING, [{ ...READY, reason: "indexing was stopped before its end" }]);
  assert.equal(text, "$(warning) Blastlens: stale");
  assert.deepEqual(lines, ["shop: stale: indexing was stopped before its end"]);
  assert.equal(trouble, true);
});

test("views wait for the first index that can be asked", () => {
  assert.equal(phase(RUNNING, [{ ...READY, state: "indexing" }], 1), "indexing");
  assert.equal(phase(RUNNING, [{ ...READY, state: "indexing" }, READY], 2), "ready");
  assert.equal(phase(RUNNING, [], 0), "noFolder");
  assert.equal(phase(RUNNING, [{ ...READY, state: "failed" }], 1), "noIndex");
  assert.equal(phase({ is: "crashed" }, [], 1), "starting");
});

test("the menu offers what can be done now, and no command that does not exist", () => {
  const commands = (is: Parameters<typeof menuEntries>[0], has: (command: string) => boolean = () => true) =>
    menuEntries(is, [READY], "2 changed", has).map(({ command }) => command);
  assert.ok(commands(RUNNING).includes("blastlens.showGraph"));
  assert.ok(!commands(RUNNING, (command) => command !== "blastlens.showGraph").includes("blastlens.showGraph"));
  const missing = commands({ is: "missing", why: { tried: [] } });
  assert.ok(missing.includes("blastlens.installServer"));
  assert.ok(!missing.includes("blastlens.reindex"));
  assert.ok(commands({ is: "failed", why: "it stopped" }).includes("blastlens.restartServer"));
});

test("the menu says where the index of a read-only folder is", () => {
  const entries = menuEntries(RUNNING, [{ ...READY, note: "the index is kept elsewhere" }], "", () => true);
  assert.equal(entries.find(({ label }) => label.includes("shop: fresh"))?.description, "the index is kept elsewhere");
});

test("a server that stops four times in three minutes is started again, not a fifth time", () => {
  const policy = new RestartPolicy();
  assert.deepEqual([0, 1, 2, 3, 4].map((minute) => policy.crashed(minute * 1000)), [true, true, true, true, false]);
  assert.equal(policy.words, "5 times in 3 minutes");
  assert.equal(new RestartPolicy(1, 1000).crashed(0), true);
});

test("crashes long ago do not count", () => {
  const policy = new RestartPolicy(1, 1000);
  assert.deepEqual([0, 2000, 4000, 4001].map((at) => policy.crashed(at)), [true, true, true, false]);
});

test("what is wrong with a Python is said with what it takes", () => {
  const old = readProbe("[3, 9, false]\n");
  assert.match(wrongWith("the selected one", "/usr/bin/python3", old) ?? "", /is Python 3\.9, too old: 3\.11 or newer/);
  assert.match(wrongWith("it", "/p", readProbe("[3, 12, false]")) ?? "", /Python 3\.12\) has no package blastlens/);
  assert.equal(wrongWith("it", "/p", readProbe("[3, 11, true]")), undefined);
  assert.match(wrongWith("it", "/p", "no such file") ?? "", /no such file/);
  assert.equal(readProbe("hello"), "it is no Python");
  // What a start-up file prints does not disturb.
  assert.deepEqual(readProbe("hello\n[3, 11, true]\n"), { version: "3.11", isNewEnough: true, hasPackage: true });
});
