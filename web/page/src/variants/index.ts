/** What the page says about each variant: one file for each in this folder. */
import { type Variant, variants } from "rsa-variants";
import type { VariantPage } from "./variant-page.ts";

const files = import.meta.glob<VariantPage>(["./*.ts", "!./index.ts", "!./variant-page.ts"], {
  eager: true,
  import: "default",
});

function pageOf(variant: Variant): VariantPage {
  const page = files[`./${variant}.ts`];
  if (page === undefined) throw new Error(`src/variants/${variant}.ts is missing`);
  return page;
}

export const variantPages = Object.fromEntries(variants.map((variant) => [variant, pageOf(variant)])) as Readonly<
  Record<Variant, VariantPage>
>;
