/** Milliseconds after the last change of a control; browsers refuse addresses that change too often. */
const delay = 150;

/** Keeps the browser's address in step with what is chosen. */
export class AddressBar {
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param query the present choice as a query string without the question mark */
  constructor(private readonly query: () => string) {}

  /** Call it after a choice. A lasting choice gets an entry in the history; typed text, which changes with every key, does not. */
  changed(lasting = false): void {
    clearTimeout(this.#timer);
    if (lasting) this.#write("pushState");
    else this.#timer = setTimeout(() => this.#write("replaceState"), delay);
  }

  /** Writes the present choice back into the address. */
  restore(): void {
    this.#write("replaceState");
  }

  /** Calls back after Back and Forward, and after links within the page. */
  follow(moved: (query: string) => void): void {
    window.addEventListener("popstate", () => {
      clearTimeout(this.#timer);
      moved(location.search);
    });
  }

  #write(way: "pushState" | "replaceState"): void {
    const address = `${location.pathname}?${this.query()}${location.hash}`;
    if (address !== `${location.pathname}${location.search}${location.hash}`) history[way](null, "", address);
  }
}

/** Has the navigation lead to what is chosen here in another place. */
export function leadTo(name: string, part: { readonly search?: string; readonly hash?: string }): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("header nav a")];
  Object.assign(links.find(({ textContent }) => textContent === name) ?? {}, part);
}
