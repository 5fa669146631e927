import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import * as path from "node:path";
import { test } from "node:test";

import { revisions } from "../src/commits";
import { aboutOf, subjectWords } from "../src/subject";

function git(folder: string, ...args: string[]): void {
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.org", "-c", "commit.gpgsign=false", ...args], { cwd: folder });
}

test("branches, tags and commits are listed, the newest commit first", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "blastlens-"));
  try {
    git(folder, "init", "-q", "-b", "trunk");
    for (const title of ["First", "Second"]) {
      writeFileSync(path.join(folder, "a.txt"), title);
      git(folder, "add", ".");
      git(folder, "commit", "-qm", title);
    }
    git(folder, "tag", "v1");
    git(folder, "branch", "topic");
    const found = await revisions(folder);
    const names = (kind: string) => found.filter((one) => one.kind === kind).map(({ name }) => name);
    assert.deepEqual(names("branch").sort(), ["topic", "trunk"]);
    assert.deepEqual(names("tag"), ["v1"]);
    const commits = found.filter(({ kind }) => kind === "commit").map(({ about }) => about.split(" · ")[0]);
    assert.deepEqual(commits, ["Second", "First"]);
    assert.ok(found.every(({ about }) => about.includes("Ada")));
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("outside a repository git says so", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "blastlens-"));
  try {
    await assert.rejects(revisions(folder), /not a git repository/);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a subject belongs to its folder, the working tree to every one", () => {
  const commits = { is: "commits", root: "file:///a", base: "main", head: "HEAD" } as const;
  assert.deepEqual(aboutOf(commits, "file:///a"), { base: "main", head: "HEAD" });
  assert.equal(aboutOf(commits, "file:///b"), undefined);
  assert.equal(subjectWords(commits), "main..HEAD");
  assert.deepEqual(aboutOf({ is: "workingTree" }, "file:///b"), { workingTree: true });
});
