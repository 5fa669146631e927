/** Finds the language server: the settings, the selected Python interpreter, PATH; never a file of the opened folder. */

import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import * as path from "node:path";
import { extensions, workspace, type Event, type Uri } from "vscode";

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** For the log: what decided. */
  readonly found: string;
}

export interface NoServer {
  /** What was looked for, in order. */
  readonly tried: readonly string[];
  /** The interpreter that could be given the package, if one is known. */
  readonly python?: string;
}

/** The part of the Python extension's interface that is used here. */
interface PythonExtension {
  readonly environments: {
    getActiveEnvironmentPath(resource?: Uri): { readonly path: string };
    resolveEnvironment(environment: { readonly path: string }): Promise<
      { readonly executable: { readonly uri?: Uri } } | undefined
    >;
    readonly onDidChangeActiveEnvironmentPath: Event<unknown>;
  };
}

const PROBE_TIMEOUT_MS = 10_000;
const PROBE = "import importlib.util, sys; sys.exit(importlib.util.find_spec('blastlens') is None)";

/** The first way that works, or what was tried. */
export async function locateServer(): Promise<ServerCommand | NoServer> {
  const tried: string[] = [];
  const settings = workspace.getConfiguration("blastlens.server");

  const server = settings.get<string>("path", "").trim();
  if (server !== "") {
    const found = await onPath(server);
    if (found !== undefined) {
      return { command: found, args: ["lsp"], found: "blastlens.server.path" };
    }
    // A set path that does not work is a mistake to mend, not a reason to start something else.
    return { tried: [`blastlens.server.path is ${server}, which cannot be run`] };
  }

  const own = settings.get<string>("pythonPath", "").trim();
  const interpreter = own !== "" ? own : await selectedInterpreter();
  const how = own !== "" ? "blastlens.server.pythonPath" : "the selected Python interpreter";
  if (interpreter !== undefined) {
    if (await hasBlastlens(interpreter)) {
      // -P: the opened folder must not be able to stand in for a module.
      return { command: interpreter, args: ["-P", "-m", "blastlens", "lsp"], found: how };
    }
    tried.push(`${how} (${interpreter}) has no blastlens`);
  } else {
    tried.push("no Python interpreter is selected");
  }
  if (own === "") {
    const found = await onPath("blastlens");
    if (found !== undefined) {
      return { command: found, args: ["lsp"], found: "PATH" };
    }
    tried.push("no blastlens on PATH");
  }
  return interpreter === undefined ? { tried } : { tried, python: interpreter };
}

/** Calls `changed` when another interpreter is selected. */
export async function onInterpreterChange(changed: () => void): Promise<{ dispose(): void } | undefined> {
  return (await pythonExtension())?.environments.onDidChangeActiveEnvironmentPath(changed);
}

async function selectedInterpreter(): Promise<string | undefined> {
  const python = await pythonExtension();
  if (python !== undefined) {
    const chosen = python.environments.getActiveEnvironmentPath(workspace.workspaceFolders?.[0]?.uri);
    const resolved = await python.environments.resolveEnvironment(chosen);
    const executable = resolved?.executable.uri?.fsPath;
    if (executable !== undefined) {
      return executable;
    }
  }
  // Set by users who do without the Python extension; "python" is that extension's own default, not a choice.
  const configured = workspace.getConfiguration("python").get<string>("defaultInterpreterPath", "");
  return workspace.isTrusted && path.isAbsolute(configured) ? configured : undefined;
}

async function pythonExtension(): Promise<PythonExtension | undefined> {
  const extension = extensions.getExtension<PythonExtension>("ms-python.python");
  if (extension === undefined) {
    return undefined;
  }
  try {
    return extension.isActive ? extension.exports : await extension.activate();
  } catch {
    return undefined; // it reports its own failures; here it means that no interpreter is known
  }
}

function hasBlastlens(python: string): Promise<boolean> {
  return new Promise((resolve) => {
    execFile(python, ["-P", "-c", PROBE], { timeout: PROBE_TIMEOUT_MS, windowsHide: true }, (error) =>
      resolve(error === null),
    );
  });
}

/** The absolute path of a command, as the system would find it, or undefined. */
async function onPath(command: string): Promise<string | undefined> {
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
