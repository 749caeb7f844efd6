// Letters as wide and as narrow as those of any usual font, whichever fonts are installed, and what they cut off.
import type { Page } from "playwright";

/** How wide the digit 0 is, in em: wider than Verdana's or those of DejaVu (0.64), and narrower than Arial Narrow's (0.46). */
export const zeroWidths = { wide: 0.72, narrow: 0.44 } as const;

/** That of Arial and Roboto. */
export const usualZeroWidth = 0.56;

/** The texts of each chart that are beyond its edge, in a page with other letters. */
type CutTexts = Map<HTMLCanvasElement, string[]>;

/** Gives all text of a page letters of another width. Call this before charts are drawn: they measure their texts once. */
export async function setLetters(page: Page, zeroWidth: number): Promise<void> {
  await page.evaluate((width) => {
    if (!CSS.supports("font-size-adjust", "ch-width 1")) throw new Error("font-size-adjust: ch-width is not supported");
    const style = document.head.appendChild(document.createElement("style"));
    style.textContent = `:root, :root * { font-size-adjust: ch-width ${width} !important }`;

    // A canvas knows no font-size-adjust.
    const canvas = CanvasRenderingContext2D.prototype;
    const { get, set } = Object.getOwnPropertyDescriptor(canvas, "font") as Required<PropertyDescriptor>;
    Object.defineProperty(canvas, "font", {
      get,
      set(this: CanvasRenderingContext2D, font: string) {
        set.call(this, font);
        const adjusted = (size: string) => String((Number(size) ** 2 * width) / this.measureText("0").width);
        set.call(this, font.replace(/[\d.]+(?=px)/, adjusted));
      },
    });
    const cutTexts: CutTexts = new Map();
    Object.assign(globalThis, { cutTexts });
    const { clearRect, fillText } = canvas;
    canvas.clearRect = function (...box) {
      cutTexts.set(this.canvas, []);
      clearRect.apply(this, box);
    };
    canvas.fillText = function (text, x, y, ...rest) {
      fillText.call(this, text, x, y, ...rest);
      const { actualBoundingBoxLeft: left, actualBoundingBoxRight: right } = this.measureText(text);
      const ends = [x - left, x + right].map((at) => this.getTransform().transformPoint({ x: at, y }));
      const isInside = ends.every(
        (end) => end.x > -1 && end.x < this.canvas.width + 1 && end.y > -1 && end.y < this.canvas.height + 1,
      );
      if (!isInside) cutTexts.get(this.canvas)?.push(text);
    };
  }, zeroWidth);
}

/** The width of the page, if it is wider than the screen, and the texts that leave their boxes or are cut off. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth) found.add(`the page is ${root.scrollWidth} px wide`);
    const nameOf = ({ tagName, id, classList }: Element) =>
      [tagName.toLowerCase(), id && `#${id}`, ...[...classList].map((name) => `.${name}`)].join("");

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const parent = text.parentElement;
      const content = text.textContent?.trim();
      if (!content || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (parent.closest(".visually-hidden, .skip, option, script, style, textarea")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const line of range.getClientRects()) {
        if (line.width === 0) continue;
        const middle = (line.top + line.bottom) / 2;
        // A picture's texts may stand anywhere on the page.
        const start = parent.closest("svg") === null ? parent : document.documentElement;
        for (let box: Element | null = start; box !== null; box = box.parentElement) {
          const { display, overflowX, overflowY, position } = getComputedStyle(box);
          if (/^(inline|contents)$/.test(display)) continue;
          // What scrolls is not cut off.
          if (/auto|scroll/.test(overflowX) || position === "fixed") break;
          const { left, right, top, bottom } = box.getBoundingClientRect();
          const isBeside = line.left < left - 1 || line.right > right + 1;
          const isAbove = !/auto|scroll/.test(overflowY) && (middle < top || middle > bottom);
          if (!isBeside && !isAbove) continue;
          found.add(`“${content.slice(0, 40)}” in ${nameOf(parent)} leaves ${nameOf(box)}`);
          break;
        }
      }
    }

    for (const field of document.querySelectorAll("input, select")) {
      if (!(field instanceof HTMLElement) || !field.checkVisibility({ visibilityProperty: true })) continue;
      if (field instanceof HTMLInputElement && field.scrollWidth > field.clientWidth + 1)
        found.add(`“${field.value}” is wider than ${nameOf(field)}`);
      // A menu has the whole of a longer text where it opens.
      const chosen = field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined;
      if (chosen === undefined || chosen.length > 20) continue;
      const copy = field.cloneNode() as HTMLSelectElement;
      copy.append(new Option(chosen));
      copy.style.cssText = "position: absolute; width: max-content; max-width: none";
      field.after(copy);
      if (copy.offsetWidth > field.offsetWidth + 1) found.add(`“${copy.textContent}” is wider than ${nameOf(field)}`);
      copy.remove();
    }
    const { cutTexts = new Map() } = globalThis as unknown as { cutTexts?: CutTexts };
    for (const [canvas, cut] of cutTexts) {
      if (canvas.isConnected) for (const text of cut) found.add(`“${text}” leaves ${canvas.ariaLabel?.slice(0, 30)}`);
    }
    return [...found];
  });
}
