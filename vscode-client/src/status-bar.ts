/** The status bar item: how the server and its indexes are; a click opens the menu. */

import { MarkdownString, StatusBarAlignment, ThemeColor, window, type Disposable } from "vscode";

import type { Connection } from "./connection";
import { appearance } from "./status";
import { escaped } from "./tree/node";

/** Milliseconds: work that is over sooner is not shown. */
const PATIENCE = 400;

export class StatusBar implements Disposable {
  private readonly item = window.createStatusBarItem("blastlens.status", StatusBarAlignment.Right, 50);
  private readonly listening: Disposable[];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly server: Connection,
    private readonly summary: () => string,
  ) {
    this.item.name = "Blastlens";
    this.item.command = "blastlens.showMenu";
    this.listening = [
      server.onCondition(() => this.show()),
      server.onStatus(({ state }) => {
        if (state !== "updating") {
          this.show();
        } else {
          this.timer ??= setTimeout(() => this.show(), PATIENCE);
        }
      }),
    ];
    this.show();
    this.item.show();
  }

  show(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text, lines, trouble } = appearance(this.server.condition, this.server.indexes);
    const said = this.summary();
    this.item.text = text;
    this.item.backgroundColor = trouble ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    const rows = [...lines, ...(said === "" ? [] : [`Uncommitted: ${said}`])];
    this.item.tooltip = new MarkdownString(rows.map(escaped).join("\n\n"));
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.item.dispose();
    this.listening.forEach((one) => one.dispose());
  }
}
