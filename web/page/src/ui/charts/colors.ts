export type Ink = ReturnType<typeof currentInk>;

/** The colors of text, lines and ground as they are now, light or dark. */
export function currentInk() {
  return { text: colorOf("text"), muted: colorOf("muted"), line: colorOf("line"), ground: colorOf("ground") };
}

/** The element on which the browser resolves colors. */
let probe: HTMLElement | undefined;

/**
 * A color of tokens.css as it is now, light or dark, in a form that a canvas accepts.
 *
 * @param name without the dashes
 */
export function colorOf(name: string): string {
  return resolveColor(`var(--${name})`);
}

/** A color in CSS as it is now, light or dark, in a form that a canvas accepts. */
export function resolveColor(color: string): string {
  if (probe === undefined) {
    probe = document.createElement("i");
    probe.hidden = true;
    probe.style.forcedColorAdjust = "none"; // where text and its ground would be one color
    document.body.append(probe);
  }
  probe.style.color = color;
  return getComputedStyle(probe).color;
}
