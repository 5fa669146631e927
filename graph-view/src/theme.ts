// Colours of the drawing. They stand in the style sheet, so that the map follows the system and a panel its editor.

export interface Theme {
  readonly ground: string;
  readonly text: string;
  readonly soft: string;
  readonly box: string;
  readonly group: string;
  readonly line: string;
  readonly frame: string;
  readonly frameFill: string;
  readonly chosen: string;
  readonly out: string;
  readonly in: string;
  readonly kinds: Readonly<Record<string, string>>;
  readonly hops: readonly string[];
  readonly hopTexts: readonly string[];
  /** Strong contrast: nothing is drawn pale. */
  readonly strong: boolean;
}

export const KINDS = ["folder", "file", "class", "interface", "function", "method", "test", "fixture"] as const;
export const MOST_HOPS = 5;

/** As the style sheet says it for this element now. */
export function themeOf(root: HTMLElement): Theme {
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const style = getComputedStyle(probe);
  // A property's own text may be any notation, or the name of another; the colour of an element is plain.
  const colour = (name: string): string => {
    probe.style.color = `var(--${name})`;
    return style.color;
  };
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, colour(kind)]));
  const slots = Array.from({ length: MOST_HOPS }, (_, slot) => slot);
  const theme: Theme = {
    ground: colour("ground"),
    text: colour("text"),
    soft: colour("soft"),
    box: colour("box"),
    group: colour("group"),
    line: colour("stroke"),
    frame: colour("frame"),
    frameFill: colour("frame-fill"),
    chosen: colour("chosen"),
    out: colour("out"),
    in: colour("in"),
    kinds: { ...kinds, module: kinds["file"] ?? "" },
    hops: slots.map((slot) => colour(`hop-${slot}`)),
    hopTexts: slots.map((slot) => colour(`hop-text-${slot}`)),
    strong: style.getPropertyValue("--strong").trim() === "1",
  };
  probe.remove();
  return theme;
}
