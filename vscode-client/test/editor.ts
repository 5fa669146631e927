/** The few parts of the editor that the tested modules use; stands in for the module `vscode`. */

type Listener<T> = (event: T) => void;

export class EventEmitter<T> {
  private readonly listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };
  fire(event: T): void {
    this.listeners.forEach((listener) => listener(event));
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class Disposable {
  constructor(private readonly end: () => void) {}
  dispose(): void {
    this.end();
  }
}

export class CancellationTokenSource {
  private readonly cancelled = new EventEmitter<void>();
  readonly token = { isCancellationRequested: false, onCancellationRequested: this.cancelled.event };
  cancel(): void {
    this.token.isCancellationRequested = true;
    this.cancelled.fire();
  }
  dispose(): void {
    this.cancelled.dispose();
  }
}

function uri(text: string): { scheme: string; toString(): string } {
  return { scheme: text.split(":")[0] ?? "", toString: () => text };
}

export const workspace = {
  workspaceFolders: ["file:///a", "file:///b", "vscode-vfs:///c"].map((one) => ({ uri: uri(one), name: one.slice(-1) })),
};
