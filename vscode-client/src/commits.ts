/** Revisions to choose from, as git lists them. */

import { execFile } from "node:child_process";

export interface Revision {
  /** What git takes for it. */
  readonly name: string;
  readonly kind: "branch" | "tag" | "commit";
  /** "3 days ago · Ada · Round to coins". */
  readonly about: string;
}

// A repository's own settings must not make git run anything.
const QUIET = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false", "--no-pager", "--no-optional-locks"];
const MOST_BYTES = 4_000_000;
const FIELDS = "%1f"; // of git log and for-each-ref alike; no name or title has it
const REFS = ["%(refname)", "%(committerdate:relative)", "%(authorname)", "%(contents:subject)"].join(FIELDS);
const COMMITS = ["%h", "%cr", "%an", "%s"].join(FIELDS.replace("%", "%x"));

/** Branches, tags and the last commits of the repository around a folder, the newest first. Rejects with git's own words. */
export async function revisions(folder: string): Promise<Revision[]> {
  const refs = await git(folder, ["for-each-ref", "--sort=-committerdate", "--count=200", `--format=${REFS}`, "refs/heads", "refs/remotes", "refs/tags"]);
  const commits = await git(folder, ["log", "-n", "100", `--format=${COMMITS}`]);
  return [...readRefs(refs), ...readCommits(commits)];
}

export function readRefs(printed: string): Revision[] {
  return rows(printed).flatMap(([ref = "", when = "", who = "", title = ""]) => {
    const name = ref.replace(/^refs\/(heads|remotes|tags)\//, "");
    if (name === "" || name.endsWith("/HEAD")) {
      return [];
    }
    const kind = ref.startsWith("refs/tags/") ? ("tag" as const) : ("branch" as const);
    return [{ name, kind, about: [when, who, title].filter((one) => one !== "").join(" · ") }];
  });
}

export function readCommits(printed: string): Revision[] {
  return rows(printed).map(([name = "", when = "", who = "", title = ""]) => ({
    name,
    kind: "commit" as const,
    about: [title, when, who].filter((one) => one !== "").join(" · "),
  }));
}

function rows(printed: string): string[][] {
  return printed
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\x1f"));
}

function git(folder: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile("git", [...QUIET, ...args], { cwd: folder, maxBuffer: MOST_BYTES, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
      } else {
        reject(new Error(stderr.trim().split("\n")[0] || error.message));
      }
    });
  });
}
