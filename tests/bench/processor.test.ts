import { describe, expect, it } from "vitest";
import { describeProcessor, detailsOf } from "../../lab/bench/measuring.mjs";

describe("the processor of a measurement", () => {
  it.each([
    [
      "family and model, and not the model's name",
      "processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 17\nmodel name\t: AMD EPYC\nflags\t\t: fpu fma avx avx2\n",
      "family 25, model 17; FMA, AVX2",
    ],
    [
      "the instructions for products of 52 bits",
      "cpu family\t: 6\nmodel\t\t: 207\nflags\t\t: fma avx2 avx512f avx512ifma\n",
      "family 6, model 207; FMA, AVX2, AVX-512 IFMA",
    ],
    [
      "an Arm processor",
      "processor\t: 0\nFeatures\t: fp asimd aes\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n",
      "implementer 0x41, part 0xd0c; Advanced SIMD",
    ],
    ["a system that tells nothing", "", ""],
  ])("has %s", (_, cpuinfo, details) => {
    expect(detailsOf(cpuinfo)).toBe(details);
  });

  it("has a name here", () => {
    expect(describeProcessor()).toMatch(/\S/);
  });
});
