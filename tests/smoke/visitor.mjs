// A visitor of the page: acts and reads in a browser that WebDriver controls.
import { By, Select } from "selenium-webdriver";

/** The time limit for each action in milliseconds; long enough for slow machines. */
const patience = 120_000;

/** The characters that XPath counts as white space, and the no-break space that the page uses. */
const blanks = /[\s\u00a0]+/g;

export class Visitor {
  #browser;

  /** @param {import("selenium-webdriver").WebDriver} browser */
  constructor(browser) {
    this.#browser = browser;
  }

  /** Clicks the button with this text, in the element with this id, once it can be clicked. */
  async press(text, id) {
    const place = id === undefined ? "" : `//*[@id=${quoted(id)}]`;
    const xpath = `${place}//button[not(@role="tab")][normalize-space()=${quoted(text)}]`;
    await (await this.#shown(xpath, (button) => button.isEnabled())).click();
  }

  /** Selects a tab. */
  async openTab(text) {
    await (await this.#shown(`//*[@role="tab"][normalize-space()=${quoted(text)}]`)).click();
  }

  /** Types into the field whose label begins with this text, replacing its content. */
  async fill(label, text) {
    const input = await this.#field(label);
    await input.clear();
    await input.sendKeys(text);
  }

  /** Pastes a text into the field whose label begins with this text. Typing is slow, and WebKitGTK's driver drops Enter. */
  async paste(label, text) {
    const input = await this.#field(label);
    await input.clear();
    await this.#browser.executeScript(
      (field, pasted) => {
        field.focus();
        document.execCommand("insertText", false, pasted);
      },
      input,
      text,
    );
  }

  /** Chooses an option, by its value, in the list whose label begins with this text. */
  async choose(label, value) {
    await new Select(await this.#field(label)).selectByValue(value);
  }

  /** Gives a file to an input, which the page may hide behind a button. */
  async giveFile(id, path) {
    await this.#browser.findElement(By.id(id)).sendKeys(path);
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
    const texts = await this.#browser.executeScript(
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
    return this.#browser.executeScript((wanted) => document.querySelector(wanted).textContent, selector);
  }

  /** Presses a button that saves a file, and returns the file's bytes: drivers do not report where downloads go. */
  async save(text) {
    await this.#browser.executeScript(() => {
      HTMLAnchorElement.prototype.click = function () {
        globalThis.saved = fetch(this.href).then((response) => response.blob());
      };
    });
    await this.press(text);
    const base64 = await this.#browser.executeAsyncScript((done) => {
      const reader = new FileReader();
      reader.onload = () => done(reader.result.split(",")[1]);
      globalThis.saved.then((blob) => reader.readAsDataURL(blob));
    });
    return Buffer.from(base64, "base64");
  }

  /** Loads the page again. */
  async reload() {
    await this.#browser.navigate().refresh();
  }

  async #field(label) {
    const found = await this.#shown(`//label[starts-with(normalize-space(), ${quoted(label)})]`);
    return this.#browser.findElement(By.id(await found.getAttribute("for")));
  }

  /** Waits for the only element that is displayed and satisfies `isReady`. */
  async #shown(xpath, isReady = () => true) {
    let shown = [];
    await this.#until(
      async () => {
        const found = await this.#browser.findElements(By.xpath(xpath));
        const isShown = await Promise.all(found.map(async (each) => (await each.isDisplayed()) && isReady(each)));
        shown = found.filter((_, index) => isShown[index]);
        return shown.length === 1;
      },
      () => `one element ${xpath}; there are ${shown.length}`,
    );
    return shown[0];
  }

  async #until(condition, describe) {
    try {
      await this.#browser.wait(condition, patience);
    } catch (error) {
      if (error.name !== "TimeoutError") throw error;
      throw new Error(`waited ${patience / 1000} s for ${describe()}`);
    }
  }
}

/** Quotes a text without double quotes for XPath. */
function quoted(text) {
  return `"${text}"`;
}
