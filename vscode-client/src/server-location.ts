/** Finds the language server: the settings, the selected Python interpreter, PATH; never a file of the opened folder. */

import * as path from "node:path";
import { extensions, workspace, type Event, type Uri } from "vscode";

import { onPath, probe, wrongWith, type NoServer } from "./python";

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** For the log: what decided. */
  readonly found: string;
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

/** The first way that works, or what was tried. */
export async function locateServer(): Promise<ServerCommand | NoServer> {
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
  const search = new Search();
  const own = settings.get<string>("pythonPath", "").trim();
  if (own !== "") {
    return (await search.python("blastlens.server.pythonPath", own)) ?? search.inVain();
  }
  const selected = await selectedInterpreter();
  if (selected === undefined) {
    search.tried.push("no Python interpreter is selected");
  }
  return (
    (selected === undefined ? undefined : await search.python("the selected Python interpreter", selected)) ??
    (await search.command()) ??
    (await search.pythonOnPath()) ??
    search.inVain()
  );
}

/** Remembers what did not work, and which interpreter could be given the package. */
class Search {
  readonly tried: string[] = [];
  private usable: string | undefined;

  async python(how: string, python: string): Promise<ServerCommand | undefined> {
    const found = await probe(python);
    const wrong = wrongWith(how, python, found);
    if (wrong === undefined) {
      // -P: the opened folder must not be able to stand in for a module.
      return { command: python, args: ["-P", "-m", "blastlens", "lsp"], found: how };
    }
    this.tried.push(wrong);
    if (typeof found !== "string" && found.isNewEnough) {
      this.usable ??= python;
    }
    return undefined;
  }

  async command(): Promise<ServerCommand | undefined> {
    const found = await onPath("blastlens");
    if (found === undefined) {
      this.tried.push("no blastlens on PATH");
      return undefined;
    }
    return { command: found, args: ["lsp"], found: "PATH" };
  }

  async pythonOnPath(): Promise<ServerCommand | undefined> {
    const python = (await onPath("python3")) ?? (await onPath("python"));
    if (python === undefined) {
      this.tried.push("no Python on PATH");
      return undefined;
    }
    return this.python("Python on PATH", python);
  }

  inVain(): NoServer {
    return { tried: this.tried, ...(this.usable === undefined ? {} : { python: this.usable }) };
  }
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
