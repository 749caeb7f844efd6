import { bulk } from "./parts/bulk.ts";
import { keys } from "./parts/keys.ts";
import { modexp } from "./parts/modexp.ts";
import { operations } from "./parts/operations.ts";
import { variants } from "./parts/variants.ts";
import type { PartName } from "./protocol.ts";
import type { Workshop } from "./workshop.ts";

/** The function of each part that adds its work to the workshop. */
export const preparations: Readonly<Record<PartName, (workshop: Workshop) => Promise<void>>> = {
  modexp,
  operations,
  keys,
  variants,
  bulk,
};
