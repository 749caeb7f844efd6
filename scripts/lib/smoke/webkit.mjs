// Starts a WebKit for the smoke test: Safari on macOS, WebKitGTK elsewhere. Both support WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ensureProgram } from "../programs.mjs";
import { Problem } from "../run.mjs";

const isMac = process.platform === "darwin";

/** The driver's name for its browser. */
const browserName = isMac ? "safari" : "MiniBrowser";

/**
 * Starts the driver, and a screen if one is needed.
 * @returns {Promise<import("./visit.mjs").Browser>}
 */
export async function startWebkit() {
  const path = await ensureProgram("webkit");
  const xvfb = isMac ? undefined : await ensureProgram("xvfb");
  const { Builder } = await import("selenium-webdriver"); // available only after the set-up
  const { DriverService } = await import("selenium-webdriver/remote/index.js");
  const screen = xvfb && (await startScreen(xvfb));
  const env = { ...process.env, ...(screen && { DISPLAY: screen.display, GDK_BACKEND: "x11" }) };
  const service = new DriverService.Builder(path).setLoopback(true).setEnvironment(env).build();
  const stop = () => {
    service.kill();
    screen?.child.kill();
  };
  process.once("exit", stop); // also after a crash
  try {
    const address = await service.start();
    const open = async () => tabOf(await new Builder().usingServer(address).withCapabilities({ browserName }).build());
    return { open, stop };
  } catch (error) {
    stop();
    const remedy = isMac ? ': run "sudo safaridriver --enable" once' : "";
    throw new Problem(`${path} does not answer (${error.message})${remedy}`);
  }
}

/**
 * A browser with an empty profile, which ends when its tab is closed.
 * @param {import("selenium-webdriver").WebDriver} browser
 * @returns {Promise<import("./visit.mjs").Tab>}
 */
async function tabOf(browser) {
  const { By, Select } = await import("selenium-webdriver");
  const capabilities = await browser.getCapabilities();
  await browser.manage().window().setRect({ width: 1280, height: 900 });
  return {
    name: `${capabilities.getBrowserName()} ${capabilities.getBrowserVersion()}`,
    goTo: (address) => browser.get(address),
    reload: () => browser.navigate().refresh(),
    async evaluate(work, ...values) {
      const { error, value } = await browser.executeAsyncScript(
        `const [done, ...values] = [...arguments].reverse();
        (async () => (${work})(...values.reverse()))().then((value) => done({ value }), (error) => done({ error: String(error) }))`,
        ...values,
      );
      if (error !== undefined) throw new Error(error);
      return value;
    },
    async find(xpath) {
      const found = await browser.findElements(By.xpath(xpath));
      return found.map((element) => ({
        isReady: async () => (await element.isDisplayed()) && (await element.isEnabled()),
        click: () => element.click(),
        async fill(text) {
          await element.clear();
          await element.sendKeys(text);
        },
        // Typing is slow, and WebKitGTK's driver drops Enter.
        async paste(text) {
          await element.clear();
          await browser.executeScript(
            (field, pasted) => {
              field.focus();
              document.execCommand("insertText", false, pasted);
            },
            element,
            text,
          );
        },
        choose: (value) => new Select(element).selectByValue(value),
        giveFile: (path) => element.sendKeys(path),
      }));
    },
    picture: async () => Buffer.from(await browser.takeScreenshot(), "base64"),
    close: () => browser.quit(),
  };
}

/** WebKitGTK needs a screen. Xvfb's is in memory; it chooses a free display and writes its number when it is ready. */
async function startScreen(path) {
  const args = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const child = spawn(path, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => Promise.reject(new Problem(`${path} does not start`))),
  ]);
  return { child, display: `:${number}` };
}
