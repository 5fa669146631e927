/** Which Python can run the server; nothing here knows the editor. */

import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import * as path from "node:path";

export interface NoServer {
  /** What was looked for, in order, each with what was wrong. */
  readonly tried: readonly string[];
  /** An interpreter that is new enough and could be given the package, if one is known. */
  readonly python?: string;
}

export interface Interpreter {
  readonly version: string;
  readonly isNewEnough: boolean;
  readonly hasPackage: boolean;
}

const OLDEST: readonly [number, number] = [3, 11];
const PROBE_TIMEOUT_MS = 10_000;
// Runs on any Python, also on one that is too old to say it in another way.
const PROBE = [
  "import json, sys",
  "try:",
  "    import importlib.util",
  "    found = importlib.util.find_spec('blastlens') is not None",
  "except Exception:",
  "    found = False",
  "print(json.dumps([sys.version_info[0], sys.version_info[1], found]))",
].join("\n");

/** What a Python says of itself; text that says why not, when it cannot be asked. */
export function probe(python: string): Promise<Interpreter | string> {
  return new Promise((resolve) => {
    // Away from the opened folder, which must not be able to stand in for a module.
    const options = { timeout: PROBE_TIMEOUT_MS, windowsHide: true, cwd: __dirname };
    execFile(python, ["-c", PROBE], options, (error, stdout) => {
      resolve(error === null ? readProbe(stdout) : (error as NodeJS.ErrnoException).code === "ENOENT" ? "no such file" : "it cannot be run");
    });
  });
}

export function readProbe(printed: string): Interpreter | string {
  try {
    const [major, minor, found] = JSON.parse(printed.trim().split("\n").at(-1) ?? "") as [number, number, boolean];
    const isNewEnough = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
    return { version: `${major}.${minor}`, isNewEnough, hasPackage: found };
  } catch {
    return "it is no Python";
  }
}

/** Why an interpreter does not do, for people; undefined when it does. */
export function wrongWith(how: string, python: string, found: Interpreter | string): string | undefined {
  if (typeof found === "string") {
    return `${how} (${python}): ${found}`;
  }
  if (!found.isNewEnough) {
    return `${how} (${python}) is Python ${found.version}, too old: ${OLDEST.join(".")} or newer is needed`;
  }
  return found.hasPackage ? undefined : `${how} (${python}, Python ${found.version}) has no package blastlens`;
}

/** The absolute path of a command, as the system would find it, or undefined. */
export async function onPath(command: string): Promise<string | undefined> {
  const suffixes = process.platform === "win32" ? ["", ".exe", ".cmd", ".bat"] : [""];
  const folders = path.isAbsolute(command) ? [""] : (process.env["PATH"] ?? "").split(path.delimiter);
  for (const folder of folders) {
    for (const suffix of suffixes) {
      const candidate = path.join(folder, command + suffix);
      if (path.isAbsolute(candidate) && (await isExecutable(candidate))) {
        return candidate;
      }
    }
  }
  return undefined;
}

async function isExecutable(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
