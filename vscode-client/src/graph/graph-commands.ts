/** Opens the graph panel: from the palette, from menus of the editor and of the views, and when the window is restored. */

import { commands, Uri, ViewColumn, window, workspace, type Disposable } from "vscode";

import type { Kept } from "../../../graph-view/src/messages";
import { folders } from "../asked";
import type { Connection } from "../connection";
import { pickFolder } from "../range-picker";
import { explainError } from "../troubles";
import type { Element } from "../views/answer-view";
import { GraphPanel, mostNodes, VIEW_TYPE } from "./panel";

type About = Readonly<Record<string, unknown>>;

export function registerGraph(server: Connection, extension: Uri): Disposable[] {
  let open: GraphPanel | undefined;
  const show = (kept: Kept): void => {
    if (open !== undefined) {
      open.show(kept);
      return;
    }
    const column = window.activeTextEditor === undefined ? ViewColumn.Active : ViewColumn.Beside;
    const panel = window.createWebviewPanel(VIEW_TYPE, "Graph", column, { enableScripts: true, retainContextWhenHidden: true });
    open = new GraphPanel(panel, extension, server, kept, () => (open = undefined));
  };
  const on = (command: string, find: (given: unknown) => Promise<Kept | undefined>): Disposable =>
    commands.registerCommand(command, async (given?: unknown) => {
      try {
        const kept = await find(given);
        if (kept !== undefined) {
          show(kept);
        }
      } catch (error) {
        await explainError(error);
      }
    });
  return [
    on("blastlens.showGraph", (given) => subject(given)),
    on("blastlens.showGraphOfChanges", () => within({ workingTree: true })),
    on("blastlens.showModuleMap", () => within({})),
    window.registerWebviewPanelSerializer(VIEW_TYPE, {
      deserializeWebviewPanel: async (panel, state: unknown) => {
        const kept = keptIn(state);
        if (kept === undefined) {
          panel.dispose();
        } else {
          open = new GraphPanel(panel, extension, server, kept, () => (open = undefined));
        }
      },
    }),
    { dispose: () => open?.dispose() },
  ];
}

/** What an item of a view, a lens or the cursor is about; what is not committed where nothing is chosen, or else the modules. */
async function subject(given: unknown): Promise<Kept | undefined> {
  if (isElement(given)) {
    const { node, folder } = given;
    const about = node.symbol !== undefined ? { symbol: node.symbol } : node.spot !== undefined ? { file: node.spot.file } : { workingTree: true };
    return keptOf(folder.toString(), about);
  }
  if (typeof given === "object" && given !== null && "symbol" in given) {
    return within(given as About);
  }
  const editor = window.activeTextEditor;
  const folder = editor && workspace.getWorkspaceFolder(editor.document.uri);
  if (editor === undefined || folder === undefined) {
    return within({ workingTree: true });
  }
  const { line, character } = editor.selection.active;
  const place = { uri: editor.document.uri.toString(), position: { line, character } };
  return keptOf(folder.uri.toString(), { ...place, workingTree: true });
}

/** In the folder of the active editor, the only one, or the one that the user picks. */
async function within(about: About): Promise<Kept | undefined> {
  const named = typeof about["root"] === "string" ? about["root"] : typeof about["uri"] === "string" ? about["uri"] : undefined;
  const uri = named === undefined ? window.activeTextEditor?.document.uri : Uri.parse(named);
  const own = uri && workspace.getWorkspaceFolder(uri);
  const folder = own ?? (folders().length > 1 ? await pickFolder("Draw the graph of which folder?") : folders()[0]);
  if (folder === undefined) {
    if (folders().length === 0) {
      throw new Error("no folder is open; open the folder of a repository");
    }
    return undefined;
  }
  return keptOf(folder.uri.toString(), about);
}

function keptOf(root: string, about: About): Kept {
  return { root, about, beside: [], most: mostNodes() };
}

function isElement(given: unknown): given is Element {
  return typeof given === "object" && given !== null && "node" in given && "folder" in given;
}

/** What a panel of an earlier window kept; undefined where that cannot be read. */
function keptIn(state: unknown): Kept | undefined {
  const said = state as Partial<Kept> | undefined;
  const isWhole = typeof said?.root === "string" && typeof said.about === "object" && Array.isArray(said.beside) && typeof said.most === "number";
  return isWhole ? (said as Kept) : undefined;
}
