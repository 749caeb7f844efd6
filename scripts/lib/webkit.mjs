// Starts a WebKit for the smoke test: Safari on macOS, WebKitGTK elsewhere. Both support WebDriver.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { ensureProgram } from "./programs.mjs";
import { Problem } from "./run.mjs";

const isMac = process.platform === "darwin";

/** The driver's name for its browser. */
const browserName = isMac ? "safari" : "MiniBrowser";

/**
 * Starts the driver, and a screen if one is needed.
 * @returns {Promise<{ open: () => Promise<import("selenium-webdriver").WebDriver>, stop: () => void }>} open: opens a browser
 * with an empty profile; call its `quit` to end it
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
    return { open: () => new Builder().usingServer(address).withCapabilities({ browserName }).build(), stop };
  } catch (error) {
    stop();
    const remedy = isMac ? ': run "sudo safaridriver --enable" once' : "";
    throw new Problem(`${path} does not answer (${error.message})${remedy}`);
  }
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
