// What the panel's page and the extension that opened it tell each other.
import type { Payload } from "./payload";

/** What the panel shows; kept with the window. */
export interface Kept {
  /** URI of the folder. */
  readonly root: string;
  /** Arguments of the server's command. */
  readonly about: Readonly<Record<string, unknown>>;
  readonly beside: readonly string[];
  readonly most: number;
  /** State of the view, as `toHash` writes it. */
  readonly view?: string;
}

export type ToPage =
  | { readonly type: "graph"; readonly payload: Payload; readonly kept: Kept; readonly isNew: boolean }
  /** Why there is nothing to see, or nothing new. */
  | { readonly type: "told"; readonly text: string; readonly isError: boolean };

export type FromPage =
  | { readonly type: "ready" }
  | { readonly type: "open"; readonly file: string; readonly line: number }
  /** A symbol whose neighbours, or a file whose symbols are wanted. */
  | { readonly type: "more"; readonly of: string }
  | { readonly type: "larger" }
  | { readonly type: "subject"; readonly is: "changes" | "modules" }
  | { readonly type: "save"; readonly name: string; readonly content: Uint8Array };
