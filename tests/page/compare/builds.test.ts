import type { LibraryState } from "@rsa-variants/page/compare/state.ts";
import { whyNotFastest } from "@rsa-variants/page/compare/texts.ts";
import { describe, expect, it } from "vitest";

describe("the reason why the fastest engine is missing", () => {
  const ready = { state: "ready", check: () => undefined } as const;

  it("is not given where it runs, nor before that is known", () => {
    const library: LibraryState = { ...ready, build: "relaxed-simd", engines: ["lanes", "scalar", "num-bigint"] };
    expect(whyNotFastest(library, "auto")).toBeUndefined();
    expect(whyNotFastest({ state: "loading" }, "auto")).toBeUndefined();
  });

  it("is the browser, the processor or the choice", () => {
    const baseline: LibraryState = { ...ready, build: "baseline", engines: ["scalar", "num-bigint"] };
    expect(whyNotFastest(baseline, "auto")).toContain("browser");
    expect(whyNotFastest(baseline, "baseline")).toContain("build baseline");
    expect(whyNotFastest({ ...baseline, build: "relaxed-simd" }, "auto")).toContain("processor");
  });
});
