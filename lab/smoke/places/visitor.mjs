// A visitor of the page: acts and reads in a tab of whatever browser.
import { setTimeout as sleep } from "node:timers/promises";

/** The time limit for each action in milliseconds; long enough for slow machines. */
const patience = 300_000;

/** Milliseconds between two looks at the page. */
const interval = 50;

/** The characters that XPath counts as white space, and the no-break space that the page uses. */
const blanks = /[\s\u00a0]+/g;

export class Visitor {
  #tab;

  /** @param {import("../visit.mjs").Tab} tab */
  constructor(tab) {
    this.#tab = tab;
  }

  /** Clicks the button with this name, in the element with this id, once it can be clicked. A label is the name of a button that has one. */
  async press(name, id) {
    const place = id === undefined ? "" : `//*[@id=${quoted(id)}]`;
    const xpath = `${place}//button[not(@role="tab") and not(@aria-label)][normalize-space()=${quoted(name)}]`;
    await (await this.#ready(xpath)).click();
  }

  /** Selects a tab. */
  async openTab(text) {
    await (await this.#ready(`//*[@role="tab"][normalize-space()=${quoted(text)}]`)).click();
  }

  /** Types into the field whose label begins with this text, replacing its content. */
  async fill(label, text) {
    await (await this.#field(label)).fill(text);
  }

  /** Pastes a text into the field whose label begins with this text, replacing its content. */
  async paste(label, text) {
    await (await this.#field(label)).paste(text);
  }

  /** Chooses an option, by its value, in the list whose label begins with this text. */
  async choose(label, value) {
    await (await this.#field(label)).choose(value);
  }

  /** Gives a file to an input, which the page may hide behind a button. */
  async giveFile(id, path) {
    const [input] = await this.#tab.find(`//*[@id=${quoted(id)}]`);
    await input.giveFile(path);
  }

  /** The text of the first visible element that a selector finds, once it matches. */
  async read(selector, pattern = /./) {
    let last;
    await this.#until(
      async () => {
        last = (await this.readAll(selector))[0];
        return last !== undefined && pattern.test(last);
      },
      () => `${selector} to say ${pattern}; it says ${JSON.stringify(last)}`,
    );
    return last;
  }

  /** The texts of all visible elements that a selector finds. */
  async readAll(selector) {
    const texts = await this.#tab.evaluate(
      (wanted) =>
        [...document.querySelectorAll(wanted)]
          .filter((element) => element.getClientRects().length > 0)
          .map((element) => element.textContent),
      selector,
    );
    return texts.map((text) => text.replaceAll(blanks, " ").trim());
  }

  /** The exact text of the first visible element that a selector finds, once there is one. */
  async readExactly(selector) {
    await this.read(selector);
    return this.#tab.evaluate((wanted) => document.querySelector(wanted).textContent, selector);
  }

  /** Presses a button that saves a file, and returns the file's bytes: drivers do not report where downloads go. */
  async save(text) {
    await this.#tab.evaluate(() => {
      HTMLAnchorElement.prototype.click = function () {
        globalThis.saved = fetch(this.href).then((response) => response.blob());
      };
    });
    await this.press(text);
    const address = await this.#tab.evaluate(async () => {
      const blob = await globalThis.saved;
      const reader = new FileReader();
      return new Promise((resolve) => {
        reader.onload = () => resolve(reader.result);
        reader.readAsDataURL(blob);
      });
    });
    return Buffer.from(address.split(",")[1], "base64");
  }

  /** Loads the page again. */
  async reload() {
    await this.#tab.reload();
  }

  #field(label) {
    return this.#ready(`//*[@id = //label[starts-with(normalize-space(), ${quoted(label)})]/@for]`);
  }

  /** Waits for the only element that is displayed and not disabled. */
  async #ready(xpath) {
    let ready = [];
    await this.#until(
      async () => {
        const found = await this.#tab.find(xpath);
        const areReady = await Promise.all(found.map((each) => each.isReady()));
        ready = found.filter((_, index) => areReady[index]);
        return ready.length === 1;
      },
      () => `one element ${xpath}; there are ${ready.length}`,
    );
    return ready[0];
  }

  async #until(condition, describe) {
    for (const end = Date.now() + patience; !(await condition()); await sleep(interval)) {
      if (Date.now() > end) throw new Error(`waited ${patience / 1000} s for ${describe()}`);
    }
  }
}

/** Quotes a text without double quotes for XPath. */
function quoted(text) {
  return `"${text}"`;
}
