import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { criterionTimes, opensslTimes } from "./tables.mjs";

describe("node lab/native-bench.mjs", () => {
  it("reads Criterion's medians, and means of keys", async () => {
    const folder = await mkdtemp(join(tmpdir(), "criterion-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [operation, name] of [
      ["sign/2048", "sign_2048"],
      ["generate/2048", "generate_2048"],
    ] as const) {
      const place = join(folder, name, "rsa-variants", "new");
      await mkdir(place, { recursive: true });
      await writeFile(
        join(place, "benchmark.json"),
        JSON.stringify({ group_id: operation, function_id: "rsa-variants" }),
      );
      const estimates = { mean: { point_estimate: 3e6 }, median: { point_estimate: 2e6 } };
      await writeFile(join(place, "estimates.json"), JSON.stringify(estimates));
    }
    const times = await criterionTimes(folder);
    expect(times).toHaveLength(2);
    expect(times).toContainEqual({ operation: "sign/2048", subject: "rsa-variants", time: 2 });
    expect(times).toContainEqual({ operation: "generate/2048", subject: "rsa-variants", time: 3 });
  });

  it("reads what OpenSSL prints", () => {
    const output = "+DTP:2048:private:rsa:1\n+R1:709:2048:1.00\n+F2:2:2048:500.000000:10000.000000\n";
    expect(opensslTimes(output)).toEqual([
      { operation: "sign/2048", subject: "OpenSSL", time: 2 },
      { operation: "verify/2048", subject: "OpenSSL", time: 0.1 },
    ]);
    expect(() => opensslTimes("nothing")).toThrow("openssl speed printed no RSA times");
  });
});
