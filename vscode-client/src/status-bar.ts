/** The status bar item: whether the server runs, and what to do when it does not. */

import { StatusBarAlignment, ThemeColor, window, type Disposable } from "vscode";

import type { Condition } from "./connection";

export class StatusBar implements Disposable {
  private readonly item = window.createStatusBarItem("blastlens.status", StatusBarAlignment.Right, 50);

  constructor() {
    this.item.name = "Blastlens";
    this.show({ is: "starting" });
    this.item.show();
  }

  show(condition: Condition): void {
    const trouble = condition.is === "missing" || condition.is === "failed" || condition.is === "stopped";
    this.item.text = `${trouble ? "$(warning)" : condition.is === "starting" ? "$(loading~spin)" : "$(flame)"} Blastlens`;
    this.item.backgroundColor = trouble ? new ThemeColor("statusBarItem.warningBackground") : undefined;
    this.item.tooltip = tooltipOf(condition);
    this.item.command = trouble ? "blastlens.restartServer" : "blastlens.indexStatus";
  }

  dispose(): void {
    this.item.dispose();
  }
}

function tooltipOf(condition: Condition): string {
  switch (condition.is) {
    case "starting":
      return "Blastlens is starting";
    case "running":
      return "Blastlens is running. Click for the state of the index.";
    case "stopped":
      return "The Blastlens server has stopped. Click to start it again.";
    case "missing":
      return `Blastlens found no server: ${condition.why.tried.join("; ")}. Click to look again.`;
    case "failed":
      return `The Blastlens server did not start: ${condition.why}. Click to try again.`;
  }
}
