/** Attributes and handlers of a new element; `undefined` and `false` leave an attribute out. */
export type Attributes = Record<string, string | number | boolean | undefined | ((event: Event) => void)>;

export type Child = Node | string | undefined;

/**
 * A new element. Functions become event listeners under their name.
 *
 * @example
 * ```ts
 * h("button", { type: "button", click: () => run() }, "Run");
 * ```
 */
export function h<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else setAttribute(element, key, value);
  }
  element.append(...children.filter((child): child is Node | string => child !== undefined));
  return element;
}

/** Sets, changes or removes an attribute, touching the document only when something changes. */
export function setAttribute(element: Element, name: string, value: string | number | boolean | undefined): void {
  if (value === undefined || value === false) {
    if (element.hasAttribute(name)) element.removeAttribute(name);
    return;
  }
  const text = value === true ? "" : String(value);
  if (element.getAttribute(name) !== text) element.setAttribute(name, text);
}

/** Sets the text, touching the document only when it changes. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const contents = new WeakMap<HTMLElement, string>();

/** Replaces the children only when `key` differs from last time: what is focused or being read stays untouched. */
export function setContent(element: HTMLElement, key: string, build: () => readonly Child[]): void {
  if (contents.get(element) === key) return;
  contents.set(element, key);
  const hadFocus = element.contains(document.activeElement);
  element.replaceChildren(...build().filter((child): child is Node | string => child !== undefined));
  // Whoever works by keyboard goes on where they were, and not from the top of the page.
  if (hadFocus && document.activeElement === document.body) {
    const [button, other] = ["button", "a[href], input, select"].map((kind) =>
      element.querySelector<HTMLElement>(kind),
    );
    (button ?? other)?.focus();
  }
}

/** A message as a sentence begins. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A message as a whole sentence; browsers end theirs with a full stop, the library does not. */
export function sentence(text: string): string {
  return capitalised(text.endsWith(".") ? text : `${text}.`);
}

/** Text with exponents and indices: "C^d", "p^(r−1)" and "S_q". */
export function mathText(text: string): Child[] {
  return text.split(/([\^_](?:\([^)]*\)|[\w]+))/).map((part) => {
    if (!/^[\^_]/.test(part)) return part;
    return h(part.startsWith("^") ? "sup" : "sub", {}, part.slice(1).replace(/^\((.*)\)$/, "$1"));
  });
}
