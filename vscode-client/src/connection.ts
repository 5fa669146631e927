/** Starts and stops the language server, and asks it. */

import { window, workspace, type Disposable } from "vscode";
import {
  ExecuteCommandRequest,
  LanguageClient,
  RevealOutputChannelOn,
  State,
  type DynamicFeature,
  type LanguageClientOptions,
  type StaticFeature,
} from "vscode-languageclient/node";

import { asAnswer, type Answer } from "./answer";
import { LANGUAGE_IDS } from "./languages";
import { locateServer, type NoServer, type ServerCommand } from "./server-location";

export type Condition =
  | { readonly is: "stopped" | "starting" | "running" }
  | { readonly is: "missing"; readonly why: NoServer }
  | { readonly is: "failed"; readonly why: string };

/** This extension registers the server's commands itself, so that they can say what to do while no server runs. */
class ClientWithoutCommands extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const type = "registrationType" in feature ? feature.registrationType.method : undefined;
    if (type !== ExecuteCommandRequest.method) {
      super.registerFeature(feature);
    }
  }
}

export class Connection implements Disposable {
  readonly log = window.createOutputChannel("Blastlens", { log: true });
  private client: LanguageClient | undefined;
  private changes: Promise<void> = Promise.resolve();

  /** `onCondition` is told of every change of the server's state. */
  constructor(private readonly onCondition: (condition: Condition) => void) {}

  /** Starts the server, or starts it anew. Never rejects: what goes wrong is a condition. */
  restart(): Promise<void> {
    // One at a time: two settings changed at once must not start two servers.
    this.changes = this.changes.then(() => this.stopNow()).then(() => this.startNow());
    return this.changes;
  }

  stop(): Promise<void> {
    this.changes = this.changes.then(() => this.stopNow());
    return this.changes;
  }

  get isRunning(): boolean {
    return this.client?.state === State.Running;
  }

  /** Runs one of the server's commands. Rejects with the server's own words. */
  async ask(command: string, args: readonly unknown[]): Promise<Answer | undefined> {
    await this.changes;
    if (this.client === undefined) {
      throw new Error("the server is not running");
    }
    return asAnswer(await this.client.sendRequest(ExecuteCommandRequest.type, { command, arguments: [...args] }));
  }

  dispose(): void {
    void this.stop();
    this.log.dispose();
  }

  private async startNow(): Promise<void> {
    this.onCondition({ is: "starting" });
    const server = await locateServer();
    if (!("command" in server)) {
      this.log.warn(`no server: ${server.tried.join("; ")}`);
      this.onCondition({ is: "missing", why: server });
      return;
    }
    this.log.info(`starting ${server.command} ${server.args.join(" ")} (from ${server.found})`);
    this.client = this.clientFor(server);
    this.client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) {
        this.onCondition({ is: "running" });
      } else if (newState === State.Stopped) {
        this.onCondition({ is: "stopped" });
      }
    });
    try {
      await this.client.start();
    } catch (error) {
      this.onCondition({ is: "failed", why: error instanceof Error ? error.message : String(error) });
    }
  }

  private async stopNow(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`the server did not stop in order: ${String(error)}`);
    }
  }

  private clientFor(server: ServerCommand): LanguageClient {
    const options: LanguageClientOptions = {
      documentSelector: LANGUAGE_IDS.map((language) => ({ scheme: "file", language })),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      // The answers of commands are shown here; without this the server would show them as messages too.
      initializationOptions: { clientHandlesResults: true },
      synchronize: { configurationSection: "blastlens" },
    };
    const cwd = workspace.workspaceFolders?.[0]?.uri.fsPath;
    return new ClientWithoutCommands(
      "blastlens",
      "Blastlens",
      { command: server.command, args: [...server.args], ...(cwd === undefined ? {} : { options: { cwd } }) },
      options,
    );
  }
}
