// The single file for script tags, where pages use it: from another origin with its hash, from a disk, and in a sandbox.
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Frame, Page } from "playwright";
import { builds } from "rsa-variants";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanUp, launchChromium, openPage, sandbox } from "./package.ts";

const script = new URL("../../web/library/dist/rsa-variants.min.js", import.meta.url);
const program = await readFile(new URL("projects/script/use.js", import.meta.url), "utf8");
const expected = {
  build: builds[0],
  length: 512,
  there: 42,
  files: "function",
  verdict: "good",
  found: true,
  multiplications: 5006,
  theory: true,
};

let browser: Browser;
let port: number;
const servers: Server[] = [];

/** Serves one file; returns the port. */
async function serve(answer: (response: ServerResponse) => void): Promise<number> {
  const server = createServer((_request, response) => answer(response));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  browser = await launchChromium();
  const file = await readFile(script);
  port = await serve((response) =>
    response.setHeader("content-type", "text/javascript").setHeader("access-control-allow-origin", "*").end(file),
  );
});
afterAll(async () => {
  await browser.close();
  for (const server of servers) server.close();
  await cleanUp();
});

/** A page that loads the script from `source`, with its hash if it comes from another origin, and then uses it. */
async function pageWith(source: string): Promise<string> {
  const hash = createHash("sha384").update(await readFile(script));
  const integrity = source.startsWith("http") ? ` integrity="sha384-${hash.digest("base64")}" crossorigin` : "";
  return `<!doctype html><title>running</title><script src="${source}"${integrity}></script><script>${program}</script>`;
}

describe("rsa-variants.min.js", () => {
  it("frees objects where the runtime has no symbols for that, for the code to which bundlers translate `using`", async () => {
    const page = await openPage(browser);
    await page.addInitScript(() => {
      const symbol = globalThis.Symbol;
      const older = Object.setPrototypeOf((description?: string) => symbol(description), symbol);
      for (const name of ["dispose", "asyncDispose"]) Object.defineProperty(older, name, { value: undefined });
      globalThis.Symbol = older;
    });
    await page.goto(`http://localhost:${port}/`);
    await page.setContent("<!doctype html><title>empty</title>");
    await page.addScriptTag({ content: await readFile(script, "utf8") });
    const after = await page.evaluate(async () => {
      const { load, connect } = (globalThis as unknown as { rsaVariants: typeof import("rsa-variants") }).rsaVariants;
      const end = (object: object, name: string) => Reflect.get(object, Symbol.for(name)).call(object);
      const key = (await load()).publicKey(2n ** 521n - 1n, 65537n);
      const workers = await connect({ workers: 1 });
      end(key, "Symbol.dispose");
      await end(workers, "Symbol.asyncDispose");
      const codes = [() => key.encryptRaw(new Uint8Array(1)), () => workers.modPow(3n, 5n, 7n)].map(async (call) => {
        try {
          await call();
          return "works";
        } catch (error) {
          return (error as { code: string }).code;
        }
      });
      return [Symbol.dispose === undefined, ...(await Promise.all(codes))];
    });
    expect(after).toEqual([true, "use-after-free", "closed"]);
    await page.close();
  });

  it.each([
    ["a policy without blob:", `worker-src 'self'`, "", ["worker-src", "blob:", "the option worker"]],
    ["no constructor of workers, as in shared workers", "", "delete globalThis.Worker;", ["load()", "no constructor"]],
  ])("says what to do where there is %s", async (_, policy, first, fragments) => {
    const html = `<!doctype html><title>running</title><script src="http://127.0.0.1:${port}/"></script><script>
      ${first}
      rsaVariants.connect().catch(({ code, message }) => { document.title = code + ": " + message; });
    </script>`;
    const served = await serve((response) =>
      response.setHeader("content-type", "text/html").setHeader("content-security-policy", policy).end(html),
    );
    const page = await openPage(browser);
    await page.goto(`http://localhost:${served}/`);
    await page.waitForFunction(() => document.title !== "running");
    for (const fragment of ["worker-failed: ", ...fragments]) expect(await page.title()).toContain(fragment);
    await page.close();
  });

  it.each<[place: string, open: (page: Page) => Promise<Frame>]>([
    [
      "from another origin with its hash",
      async (page) => {
        const html = await pageWith(`http://127.0.0.1:${port}/`);
        const own = await serve((response) => response.setHeader("content-type", "text/html").end(html));
        await page.goto(`http://localhost:${own}/`);
        return page.mainFrame();
      },
    ],
    [
      "on a page from a disk",
      async (page) => {
        const folder = await sandbox();
        await writeFile(join(folder, "rsa-variants.min.js"), await readFile(script));
        await writeFile(join(folder, "page.html"), await pageWith("rsa-variants.min.js"));
        await page.goto(pathToFileURL(join(folder, "page.html")).href);
        return page.mainFrame();
      },
    ],
    [
      "in a sandboxed frame, which has no origin",
      async (page) => {
        const html = (await pageWith(`http://127.0.0.1:${port}/`)).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
        await page.setContent(`<iframe sandbox="allow-scripts" srcdoc="${html}"></iframe>`);
        return page.frames()[1] ?? expect.unreachable("there is no frame");
      },
    ],
  ])("works %s", async (_, open) => {
    const page = await openPage(browser);
    const frame = await open(page);
    await frame.waitForFunction(() => document.title !== "running");
    expect(JSON.parse(await frame.title())).toEqual(expected);
    await page.close();
  });
});
