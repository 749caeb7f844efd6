// Starts a WebKit for the smoke test: Safari on macOS, WebKitGTK elsewhere. Both support WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { Problem } from "./problem.mjs";
import { ensureProgram } from "./program.mjs";

const isMac = process.platform === "darwin";

/** @type {import("./program.mjs").Program} */
const webDriver = {
  name: "WebKit",
  override: "RSA_VARIANTS_WEBKIT",
  commands: [isMac ? "safaridriver" : "WebKitWebDriver"],
  packages: ["webkit2gtk-driver"],
};

/**
 * WebKitGTK needs a screen. This one is in memory, so that no window appears.
 * @type {import("./program.mjs").Program}
 */
const screen = { name: "Xvfb", override: "RSA_VARIANTS_XVFB", commands: ["Xvfb"], packages: ["xvfb"] };

/** The driver's name for its browser. */
const browserName = isMac ? "safari" : "MiniBrowser";

/** The time for the driver to start, in milliseconds. */
const startLimit = 30_000;

/**
 * Starts the driver, and a screen if one is needed.
 * @returns {Promise<{ open: () => Promise<import("selenium-webdriver").WebDriver>, stop: () => void }>} open: opens a browser
 * with an empty profile; call its `quit` to end it
 */
export async function startWebkit() {
  const path = await ensureProgram(webDriver);
  const { Builder } = await import("selenium-webdriver"); // available only after the set-up
  const processes = [];
  const stop = () => {
    for (const child of processes) child.kill();
  };
  process.once("exit", stop); // also after a crash
  try {
    const env = { ...process.env };
    if (!isMac) {
      const { child, display } = await startScreen(await ensureProgram(screen));
      processes.push(child);
      Object.assign(env, { DISPLAY: display, GDK_BACKEND: "x11" });
    }
    const port = await freePort();
    const driver = spawn(path, [`--port=${port}`], { env, stdio: ["ignore", "ignore", "inherit"] });
    processes.push(driver);
    const address = `http://127.0.0.1:${port}`;
    await accepts(address, driver);
    return { open: () => new Builder().usingServer(address).withCapabilities({ browserName }).build(), stop };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Starts Xvfb, which chooses a free display and writes its number when it is ready. */
async function startScreen(path) {
  const args = ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"];
  const child = spawn(path, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [number] = await Promise.race([
    once(createInterface(child.stdout), "line"),
    once(child, "exit").then(() => Promise.reject(new Problem(`${path} does not start`))),
  ]);
  return { child, display: `:${number}` };
}

/** Finds a free port. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

/** Waits until the driver responds; there is no other sign that it is ready. */
async function accepts(address, driver) {
  const deadline = performance.now() + startLimit;
  while (driver.exitCode === null && performance.now() < deadline) {
    const answer = await fetch(`${address}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const remedy = isMac ? ': run "sudo safaridriver --enable" once' : "";
  throw new Problem(`${driver.spawnfile} does not answer${remedy}`);
}
