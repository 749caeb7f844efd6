import { describe, expect, it } from "vitest";
import { download, layoutShift, site, watchLoads } from "../browser.ts";

/** Width and height of a picture in pixels. */
function sizeOf(png: Buffer): [number, number] {
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the charts", () => {
  it("load what draws them when they are about to be seen, move nothing, and show the direction that is chosen", async () => {
    const page = await site.open("", { viewport: { width: 1280, height: 700 } });
    const loaded = watchLoads(page);
    await page.reload();
    await page.locator(".results-part:not([inert]) .headline").waitFor();
    await page.locator("#speed-up canvas").waitFor();
    const before = await layoutShift(page);
    expect(loaded.names().filter((name) => /^(setup|drawings)\.js$/.test(name))).toEqual([]);
    const tops = () =>
      page
        .locator(".chart, .section")
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top + scrollY));
    const places = await tops();
    for (const id of ["speed-up", "trade-off"]) await page.locator(`#${id}`).scrollIntoViewIfNeeded();
    for (const name of [/2048 bits .+×/, /CRT, .+, theory: encryption 1\.00/]) {
      await page.getByRole("img", { name }).waitFor();
    }
    expect(loaded.names()).toEqual(expect.arrayContaining(["setup.js", "drawings.js"]));
    expect(await tops()).toEqual(places);
    expect(await layoutShift(page)).toBe(before);
    // The direction that is chosen.
    await page.locator("#speed-up").getByRole("button", { name: "Encrypt" }).click();
    await page.getByRole("img", { name: /Rebalanced in theory: .+ slower/ }).waitFor();
  });

  it("are saved as pictures with twice the pixels, with room for the texts", async () => {
    const page = await site.open();
    const canvas = page.locator("#speed-up canvas");
    await canvas.scrollIntoViewIfNeeded();
    await page.getByRole("img", { name: /CRT: .+ Paixão/ }).waitFor();
    const shown = await canvas.evaluate((element) => [element.clientWidth, element.clientHeight]);
    const [width = 0, height = 0] = shown;
    const { name, content } = await download(page, "Save as PNG");
    expect(name).toBe("rsa-variants-speed-up.png");
    const size = sizeOf(content);
    expect(size[0]).toBe(2 * (width + 24));
    expect(size[1]).toBeGreaterThan(2 * (height + 100));
    // A longer address takes more lines.
    await page.evaluate(() => history.replaceState(null, "", `#${"x".repeat(2000)}`));
    expect(sizeOf((await download(page, "Save as PNG")).content)[1]).toBeGreaterThan(size[1]);
  });

  it("are all printed, seen or not, and dark on light", async () => {
    const page = await site.open("", { colorScheme: "dark" });
    const loads = Promise.all([page.waitForResponse(/setup-/), page.waitForResponse(/drawings-/)]);
    await page.locator(".results-part:not([inert]) .headline").waitFor();
    await page.locator("#trade-off canvas").waitFor();
    // The first key of the shortcut for printing has everything loaded.
    await page.keyboard.press("Control");
    await loads;
    await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
    for (const id of ["speed-up", "trade-off"]) {
      await page.locator(`#${id}`).getByRole("img", { name: /: / }).waitFor();
    }
    expect(await page.evaluate(() => scrollY)).toBe(0);
    // The ground around texts, as on a light page.
    const hasLightGround = () =>
      page.locator("#speed-up canvas").evaluate((element) => {
        const { width, height } = element as HTMLCanvasElement;
        const pixels = (element as HTMLCanvasElement).getContext("2d")?.getImageData(0, 0, width, height).data;
        return pixels?.some((_, at) => at % 4 === 0 && pixels.subarray(at, at + 4).join() === "251,251,250,255");
      });
    await expect.poll(hasLightGround).toBe(true);
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
    await expect.poll(hasLightGround).toBe(false);
  });
});
