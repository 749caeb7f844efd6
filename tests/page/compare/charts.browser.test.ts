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
    const { name, content } = await download(page, "Save PNG");
    expect(name).toBe("rsa-variants-speed-up.png");
    const size = sizeOf(content);
    expect(size[0]).toBe(2 * (width + 24));
    expect(size[1]).toBeGreaterThan(2 * (height + 100));
    const { content: svg } = await download(page, "Save SVG: Speed-up of decryption");
    const texts = svg.toString().replace(/<[^>]+>/g, "|");
    for (const text of ["Speed-up of decryption by modulus length", "4096", "R-Prime", "P  Paixão 2005"]) {
      expect(texts).toContain(`|${text}|`);
    }
    expect(svg.toString().match(/stroke-dasharray="[\d. ]+" clip-path/g)?.length).toBeGreaterThan(15); // theory and papers
    // A longer address takes more lines.
    await page.evaluate(() => history.replaceState(null, "", `#${"x".repeat(2000)}`));
    expect(sizeOf((await download(page, "Save PNG")).content)[1]).toBeGreaterThan(size[1]);
  });
});
