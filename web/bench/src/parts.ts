// Other libraries stay out of the product: `lab/crates/peers` is a workspace with its own lock file, and the npm packages
// belong to `web/bench`; `npm test` only checks them. Our engines are measured inside the module of the other crates,
// which is compiled like the package. What the page measures runs here unchanged: Compare's table, and the experiment
// of 2003.

import { arithmetic, safePrimes } from "./parts/arithmetic.ts";
import { bulk } from "./parts/bulk.ts";
import { keys } from "./parts/keys.ts";
import { modexp } from "./parts/modexp.ts";
import { operations } from "./parts/operations.ts";
import { publicOperations } from "./parts/public.ts";
import { start } from "./parts/start.ts";
import { variants } from "./parts/variants.ts";
import type { PartName } from "./protocol.ts";
import type { Workshop } from "./workshop.ts";

/** The function of each part that adds its work to the workshop. */
export const preparations: Readonly<Record<PartName, (workshop: Workshop) => Promise<void>>> = {
  modexp,
  operations,
  public: publicOperations,
  keys,
  variants,
  bulk,
  arithmetic,
  "safe-primes": safePrimes,
  start,
};
