import { setTimeout as sleep } from "node:timers/promises";
import {
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type CDPSession,
  chromium,
  type Browser as PlaywrightBrowser,
} from "playwright";
import { chromiumFlags, findProgram } from "../../scripts/lib/programs.mjs";

/** How many lines of the browser's output a report of its end has. */
const reportedLines = 20;

/**
 * Leaves out V8's optimizing compilers for JavaScript: a page lives too short here to gain from their work, a tenth of the processor
 * time. WebAssembly is compiled as for users. Later flags of this kind, as from `siteWith`, replace these.
 */
const withoutOptimizers = ["--js-flags=--no-opt,--no-maglev"];

/** What a browser without a desktop complains of all the time. */
const noise = /ERROR:dbus\//;

/** Milliseconds after which a browser that does not answer counts as dead. */
const mostPatience = 30_000;

/** A browser that runs, or has died. */
interface Running {
  readonly browser: PlaywrightBrowser;
  /** As a server, because only that hands out the process, which tells how it ended and what it wrote. */
  readonly server: BrowserServer;
  /** Answers as long as the process lives. */
  readonly session: CDPSession;
  readonly output: string[];
  /** Resolved when the process has ended. */
  readonly ended: Promise<void>;
}

/**
 * A Chromium for all the tests of a worker, with a fresh context for each. It starts when it is first needed, and again after
 * it has died.
 */
export class BrowserProcess {
  readonly #flags: readonly string[];
  readonly #contexts = new Set<BrowserContext>();
  readonly #crashedPages: string[] = [];
  #running: Promise<Running> | undefined;

  constructor(...flags: readonly string[]) {
    this.#flags = flags;
    all.add(this);
  }

  async newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    this.#running ??= launch(this.#flags);
    const context = await (await this.#running).browser.newContext(options);
    this.#contexts.add(context);
    context.on("page", (page) => page.on("crash", () => this.#crashedPages.push(page.url())));
    return context;
  }

  /**
   * Closes what a test has opened. Throws if the browser died since the last call, in words that make Vitest run the test again
   * (`retry` in vitest.config.mjs), or if a page crashed, which fails the test.
   */
  async endTest(): Promise<void> {
    const running = await this.#running;
    if (running === undefined) return;
    const contexts = [...this.#contexts];
    this.#contexts.clear();
    // A context that the test has closed is closed again without complaint.
    await inTime(Promise.all(contexts.map((context) => context.close())));
    const crashedPages = this.#crashedPages.splice(0);
    if (!(await inTime(running.session.send("Browser.getVersion")))) {
      this.#running = undefined;
      await inTime(running.ended);
      running.server.process().kill("SIGKILL"); // one that hangs
      throw new Error(`The browser process ended unexpectedly. Its last output:\n${running.output.join("\n")}`);
    }
    if (crashedPages.length > 0) throw new Error(`The page crashed: ${crashedPages.join(", ")}`);
  }

  async close(): Promise<void> {
    all.delete(this);
    await (await this.#running)?.server.close();
  }
}

async function launch(flags: readonly string[]): Promise<Running> {
  const executablePath = await findProgram("testChromium");
  const server = await chromium.launchServer({
    args: [...chromiumFlags, ...withoutOptimizers, ...flags],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
  const process = server.process();
  const output: string[] = [];
  const keep = (lines: readonly string[]) => {
    output.push(...lines.filter((line) => line !== "" && !noise.test(line)));
    output.splice(0, output.length - reportedLines);
  };
  process.stderr?.on("data", (chunk) => keep(String(chunk).split("\n")));
  const ended = new Promise<void>((resolve) => {
    process.once("exit", (code, signal) => {
      keep([`exit code ${code}, signal ${signal}`]);
      resolve();
    });
  });
  const browser = await chromium.connect(server.wsEndpoint());
  return { browser, server, session: await browser.newBrowserCDPSession(), output, ended };
}

/** Whether something succeeds before patience ends. */
function inTime(work: Promise<unknown>): Promise<boolean> {
  const succeeded = work.then(
    () => true,
    () => false,
  );
  return Promise.race([succeeded, sleep(mostPatience, false, { ref: false })]);
}

/** All of this worker. */
const all = new Set<BrowserProcess>();

/** Ends a test: see `BrowserProcess.endTest`. */
export async function endTest(): Promise<void> {
  for (const browser of all) await browser.endTest();
}
