// Starts a WebKit for the smoke test: Safari on macOS, WebKitGTK elsewhere. Both support WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureProgram } from "../../scripts/lib/programs.mjs";
import { Problem } from "../../scripts/lib/run.mjs";

const isMac = process.platform === "darwin";

/** The driver's name for its browser. */
const browserName = isMac ? "safari" : "MiniBrowser";

/**
 * How long the driver may take to open a browser, in milliseconds. On busy machines WebKitGTK's driver (2.50) never answers in about
 * one of forty cases; another driver does.
 */
const patience = 60_000;

/** How many drivers are tried. */
const attempts = 3;

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
  const startDriver = () => {
    const service = new DriverService.Builder(path).setLoopback(true).setEnvironment(env).build();
    return { service, address: service.start() };
  };
  let driver = startDriver();
  const stop = () => {
    driver.service.kill();
    screen?.child.kill();
  };
  process.once("exit", stop); // also after a crash
  const open = async () => {
    for (let attempt = 1; attempt <= attempts; attempt++) {
      const opened = new Builder()
        .usingServer(await driver.address)
        .withCapabilities({ browserName })
        .build();
      const browser = await Promise.race([opened, sleep(patience, undefined, { ref: false })]);
      if (browser !== undefined) return tabOf(browser);
      opened.catch(() => {}); // it fails when its driver ends
      await driver.service.kill();
      driver = startDriver();
    }
    throw new Problem(`${path} did not open a browser within ${patience / 1000} s, ${attempts} times`);
  };
  try {
    await driver.address;
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
