import { load, type Rsa, variants } from "rsa-variants";
import { expect, it } from "vitest";
import { resolveVariant } from "../../../web/page/src/compare/params/resolve.ts";
import { defaultSelection } from "../../../web/page/src/compare/params/selection.ts";
import { javascriptFor } from "../../../web/page/src/compare/text/snippets.ts";

const AsyncFunction = (async () => {}).constructor as new (
  ...texts: string[]
) => (...values: unknown[]) => Promise<unknown>;

const rsa = await load();

it.each(variants)("the JavaScript for %s makes a key and decrypts with it", async (variant) => {
  // Broken lengths, but for the one variant whose short prime has to have room for OAEP.
  const modulusLength = variant === "unbalanced" ? 2048 : 640;
  const { params } = resolveVariant(variant, modulusLength, { ...defaultSelection, crtExponentLength: 160 });
  const isBroken = rsa.warningFor(params)?.verdict === "broken";
  expect(isBroken).toBe(variant !== "unbalanced");
  const [first, ...lines] = javascriptFor(params, isBroken).split("\n");
  expect(first).toBe('import { load } from "rsa-variants";');
  // The library, but for the seed: with this one Scheme A's key is found soon.
  const seeded: Pick<Rsa, "generateKey"> = {
    generateKey: (given, options) => rsa.generateKey(given, { ...options, seed: new Uint8Array([57]) }),
  };
  const run = new AsyncFunction("load", [...lines, "return new TextDecoder().decode(message);"].join("\n"));
  expect(await run(async () => seeded)).toBe("hello");
});
