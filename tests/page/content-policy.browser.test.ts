import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { powers } from "../../scripts/lib/paths.mjs";
import { servePlainly, site, watchLoads } from "./browser.ts";

/** Opens an address; gives the page, what it loads, and what its policies refuse from the start on. */
async function watch(address: string) {
  const page = await site.open("about:blank");
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) => {
      refused.push(`${effectiveDirective} ${blockedURI} ${sample}`);
    });
  });
  const loaded = watchLoads(page);
  await page.goto(address);
  return { page, loaded, refused: () => page.evaluate(() => (globalThis as unknown as { refused: string[] }).refused) };
}

it.each([
  ["", ".results-part:not([hidden]) tr.row"],
  ["security/", "section[aria-labelledby=map-title]"],
  ["xrsa/", "section[aria-labelledby=computation-title]"],
  ["workbench/", "#panel-keys .run:enabled"],
  ["papers/", "main h2"],
])(
  "/%s asks for no other host and nothing that its policy refuses, and requires Trusted Types",
  async (path, ready) => {
    const { page, loaded, refused } = await watch(new URL(path, site.address).href);
    await page.locator(ready).first().waitFor();
    expect(await refused()).toEqual([]);
    expect(loaded.origins()).toEqual([new URL(site.address).origin]);
    const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
    expect(policy).toContain("require-trusted-types-for 'script'");
    const write = () => page.evaluate(() => document.body.insertAdjacentHTML("beforeend", "<i></i>")).catch(String);
    expect(await write()).toContain("TrustedHTML");
  },
);

it("connect works where a policy requires Trusted Types and allows only files", async () => {
  const name = await mkdtemp(join(powers, "dist", "policy-"));
  try {
    const [folder, html] = [powers, `${name.slice(powers.length + 1)}/index.html`];
    await writeFile(join(name, "index.html"), '<script type="module" src="main.js"></script>');
    await writeFile(
      join(name, "main.js"),
      `import { connect } from "../index.js";
const workers = await connect({ workers: 1 });
document.title = String(await workers.modulus(2n ** 521n - 1n).pow(3n, 5n)) + (Worker === NativeWorker);
await workers.close();`.replace("import", "globalThis.NativeWorker = Worker;\nimport"),
    );
    const directives = ["default-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"];
    for (const types of [["trusted-types modular-powers"], []]) {
      const policy = [...directives, "require-trusted-types-for 'script'", ...types].join("; ");
      const server = await servePlainly(folder, "/", { "content-security-policy": policy });
      try {
        const { page, refused } = await watch(new URL(html, server.address).href);
        await expect.poll(() => page.title()).toBe("243true");
        expect(await refused()).toEqual([]);
      } finally {
        server.close();
      }
    }
  } finally {
    await rm(name, { recursive: true });
  }
});
