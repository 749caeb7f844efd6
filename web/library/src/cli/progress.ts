import type { Context } from "./context.js";

/** The time between two updates of the line, in milliseconds. */
const interval = 100;

/** A progress line at the bottom of the terminal; without a terminal, nothing. */
export class ProgressLine {
  readonly #stderr: Context["stderr"];
  readonly #isShown: boolean;
  readonly #started = performance.now();
  #shown = 0;

  /** @param out the destination of the output; the line is hidden if both would mix in the terminal */
  constructor({ stdout, stderr }: Context, out?: string) {
    this.#stderr = stderr;
    this.#isShown = stderr.isTTY === true && !(out === "-" && stdout.isTTY);
  }

  /** Shows a text. */
  show(text: () => string): void {
    const now = performance.now();
    if (!this.#isShown || now - this.#shown < interval) return;
    this.#shown = now;
    this.#stderr.write(`\r\x1b[K${text()}`);
  }

  /** Shows the number of bytes, their speed and, if the size is known, the percentage. */
  showBytes(done: number, size: number | undefined): void {
    this.show(() => {
      const share = size === undefined || size === 0 ? "" : `${Math.floor((100 * done) / size)} %, `;
      const seconds = (performance.now() - this.#started) / 1000;
      return `${share}${megabytes(done)} MB, ${megabytes(done / seconds)} MB/s`;
    });
  }

  /** Writes a line that stays. */
  keep(text: string): void {
    if (!this.#isShown) return;
    this.clear();
    this.#shown = 0;
    this.#stderr.write(`${text}\n`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.#shown > 0) this.#stderr.write("\r\x1b[K");
  }
}

function megabytes(bytes: number): string {
  const value = bytes / 1e6;
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
