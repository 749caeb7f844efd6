import { readRunFile } from "@rsa-variants/measure/run/file";
import type { Run } from "@rsa-variants/measure/run/run";
import { isPlain } from "@rsa-variants/measure/tasks/subject";
import recordedText from "@rsa-variants/page/compare/recorded.json?raw";
import { describe, expect, it } from "vitest";
import { download, openSettings, openWithRun, runButton, runEnded, site, textOf } from "../browser.ts";
import { setLetters, usualZeroWidth } from "../letters.ts";

/** The recorded run, in which both guards together take a factor of time; without a factor, they were not measured. */
function runWith(factor?: number): Run {
  // Without its environment, it counts for every build.
  const { environment: _, ...recorded } = readRunFile(recordedText);
  const bare = recorded.measurements.filter(({ operation }) => !operation.startsWith("decrypt-"));
  const decryptions = bare.filter(({ subject, operation }) => {
    return operation === "decrypt" && subject.kind === "variant" && !isPlain(subject);
  });
  const guarded = decryptions.map((each) => ({
    ...each,
    operation: "decrypt-both-guards" as const,
    samples: each.samples.map((time) => time * (factor ?? 1)),
  }));
  return { ...recorded, measurements: factor === undefined ? bare : [...bare, ...guarded] };
}

describe("on the page", () => {
  it("what each guard costs is measured only where it is asked for, by keyboard too", async () => {
    const page = await site.open("?n=512&samples=6&variants=original,crt,rebalanced,batch&references=none");
    const panel = page.locator("#guards");
    await page.getByRole("heading", { name: "What the guards cost" }).click();
    await panel.getByText("What each guard costs is not measured.").waitFor();
    expect(await panel.locator("table").count()).toBe(0);
    await runButton(page).click();
    await runEnded(page);
    // Times with both guards, and no costs; plain RSA is measured bare only.
    expect(await panel.locator("tbody th").allTextContents()).toEqual(["CRT", "Rebalanced", "Batch"]);
    for (const time of await panel.locator("tbody td").allTextContents()) expect(Number(time), time).toBeGreaterThan(0);
    const first = readRunFile((await download(page, "Save JSON")).content.toString());
    const both = first.measurements.filter(({ operation }) => operation.startsWith("decrypt-"));
    expect(both.map(({ operation, samples }) => [operation, samples.length])).toEqual(
      Array(3).fill(["decrypt-both-guards", 6]),
    );

    const ask = panel.getByRole("button", { name: "Measure them in the next run" });
    await ask.press("Enter");
    expect(await ask.isVisible()).toBe(false);
    expect(await panel.getByText("Press Run to measure.").evaluate((note) => note === document.activeElement)).toBe(
      true,
    );
    await page.waitForURL(/[?&]guards=measure/);
    await runButton(page).click();
    expect(await runEnded(page)).toMatch(/^Done/);
    const costs = await panel.locator("tbody td .value").allTextContents();
    expect(costs).toHaveLength(12);
    for (const cost of costs) expect(Number.parseFloat(cost.replace("≤ ", "")), cost).toBeGreaterThanOrEqual(1);
    const saved = readRunFile((await download(page, "Save JSON")).content.toString());
    const guarded = saved.measurements.filter(({ operation }) => operation.startsWith("decrypt-"));
    expect(guarded.map(({ samples }) => samples.length)).toEqual(Array(12).fill(6));
    await setLetters(page, usualZeroWidth);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 740 });
      const box = panel.locator(".table-box");
      expect(await box.evaluate((each) => each.scrollWidth <= each.clientWidth), `at ${width} px`).toBe(true);
    }

    await page.reload();
    await openSettings(page);
    const box = page.getByLabel("What blinding and the fault check each cost");
    expect(await box.isChecked()).toBe(true);
    await box.press("Space");
    await page.waitForURL((url) => !url.searchParams.has("guards"));
  });

  it("a thousand operations have guards where those were measured", async () => {
    const scenarios = async (run: Run) => {
      const page = await openWithRun("?n=2048&engines=lanes", run);
      const section = page.locator("#scenarios");
      await section.locator("summary").click();
      const crt = section.locator("tr", { hasText: /^CRT/ }).locator("td:nth-child(2) .value");
      const time = Number(await textOf(crt)); // once its code is loaded
      return { section, names: await section.locator("tbody th").allTextContents(), time };
    };
    const guarded = await scenarios(runWith(2));
    await guarded.section.getByText("which the library adds by default, are included").waitFor();
    expect(guarded.names).toEqual(["Multi-prime", "CRT"]);
    const bare = await scenarios(runWith());
    await bare.section.getByText("were not measured and are not included").waitFor();
    expect(bare.names).toEqual(["Multi-prime", "CRT", "Original"]);
    expect(guarded.time).toBeCloseTo(2 * bare.time, 2);
  });
});
