import { resolveVariant } from "@rsa-variants/measure/plan/resolve";
import { defaultSelection } from "@rsa-variants/measure/plan/selection";
import { javascriptFor } from "@rsa-variants/page/compare/views/details.tsx";
import { load, type Rsa, variants } from "rsa-variants";
import { expect, it } from "vitest";

const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...values: unknown[]) => Promise<unknown>;

const rsa = await load();

/** Broken lengths: with room for OAEP, which only a long short prime has, and without. */
const cases = variants.flatMap((variant) => [
  { variant, modulusLength: variant === "unbalanced" ? 2048 : 640, hasPadding: true },
  // Scheme A's search would take seconds.
  ...(variant === "scheme-a" ? [] : [{ variant, modulusLength: 512, hasPadding: false }]),
]);

it.each(cases)("the JavaScript for $variant at $modulusLength bits makes a key and decrypts with it", async (each) => {
  const { variant, modulusLength, hasPadding } = each;
  const { params } = resolveVariant(variant, modulusLength, { ...defaultSelection, crtExponentLength: 160 });
  const isBroken = rsa.warningFor(params)?.verdict === "broken";
  expect(isBroken).toBe(modulusLength < 2048);
  const [first, ...lines] = javascriptFor(params, isBroken).split("\n");
  expect(first).toBe('import { load } from "rsa-variants";');
  expect(lines.some((line) => line.includes("RSA-OAEP"))).toBe(hasPadding);
  // The library, but for the seed: with this one Scheme A's key is found soon.
  const seeded: Pick<Rsa, "generateKey"> = {
    generateKey: (given, options) => rsa.generateKey(given, { ...options, seed: new Uint8Array([57]) }),
  };
  const run = new AsyncFunction("load", [...lines, "return new TextDecoder().decode(message);"].join("\n"));
  expect(await run(async () => seeded)).toBe("hello");
});
