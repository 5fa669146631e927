/** Shows places in the editor's own References view, which its built-in extension opens to others. */

import {
  EventEmitter,
  extensions,
  Location,
  Range,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  workspace,
  type ProviderResult,
  type TreeDataProvider,
} from "vscode";

interface TreeModel {
  readonly message: string | undefined;
  readonly provider: TreeDataProvider<Entry>;
  dispose?(): void;
}

interface TreeInput {
  readonly title: string;
  readonly contextValue: string;
  readonly location: Location;
  resolve(): ProviderResult<TreeModel>;
  with(location: Location): TreeInput;
}

interface ReferencesApi {
  setInput(input: TreeInput): void;
}

/** A file with its places, or a place. */
type Entry = { readonly file: Uri; readonly places: readonly Location[] } | { readonly place: Location; readonly text: string };

const MOST_FILES_READ = 200;

/** Whether it could be shown. `origin`: where the question came from. */
export async function showInReferencesView(
  title: string,
  origin: Location,
  places: readonly Location[],
  message: string,
): Promise<boolean> {
  const extension = extensions.getExtension<ReferencesApi>("vscode.references-view");
  const api = extension === undefined ? undefined : await extension.activate();
  if (typeof api?.setInput !== "function") {
    return false;
  }
  api.setInput(inputOf(title, origin, places, message));
  return true;
}

function inputOf(title: string, location: Location, places: readonly Location[], message: string): TreeInput {
  return {
    title,
    contextValue: "blastlens",
    location,
    resolve: () => ({ message: message === "" ? undefined : message, provider: new Places(places) }),
    with: (other) => inputOf(title, other, places, message),
  };
}

class Places implements TreeDataProvider<Entry> {
  readonly onDidChangeTreeData = new EventEmitter<undefined>().event;
  private readonly files: readonly Entry[];
  private readonly texts = new Map<string, Promise<readonly string[]>>();

  constructor(places: readonly Location[]) {
    const byFile = new Map<string, Location[]>();
    for (const place of places) {
      byFile.set(place.uri.toString(), [...(byFile.get(place.uri.toString()) ?? []), place]);
    }
    this.files = [...byFile.values()].flatMap((some) => (some[0] === undefined ? [] : [{ file: some[0].uri, places: some }]));
  }

  async getChildren(entry?: Entry): Promise<Entry[]> {
    if (entry === undefined) {
      return [...this.files];
    }
    if (!("file" in entry)) {
      return [];
    }
    const lines = await this.linesOf(entry.file);
    return entry.places.map((place) => ({ place, text: lines[place.range.start.line]?.trim() ?? "" }));
  }

  getTreeItem(entry: Entry): TreeItem {
    if ("file" in entry) {
      const item = new TreeItem(entry.file, TreeItemCollapsibleState.Expanded);
      item.iconPath = ThemeIcon.File;
      item.description = true;
      return item;
    }
    const { uri, range } = entry.place;
    const item = new TreeItem(entry.text === "" ? `line ${range.start.line + 1}` : entry.text);
    item.description = `:${range.start.line + 1}`;
    item.command = { command: "vscode.open", title: "Open", arguments: [uri, { selection: new Range(range.start, range.end) }] };
    return item;
  }

  private linesOf(file: Uri): Promise<readonly string[]> {
    const key = file.toString();
    const known = this.texts.get(key);
    if (known !== undefined) {
      return known;
    }
    const read = this.texts.size < MOST_FILES_READ ? linesIn(file) : Promise.resolve([]);
    this.texts.set(key, read);
    return read;
  }
}

/** Read without opening documents, which servers would be told of. */
async function linesIn(file: Uri): Promise<readonly string[]> {
  try {
    return new TextDecoder().decode(await workspace.fs.readFile(file)).split(/\r\n|\n|\r/);
  } catch {
    return []; // a file that is gone has no text to show
  }
}
