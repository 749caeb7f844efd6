import type { KeyParams } from "rsa-variants";
import { shortSources } from "../../core/citations.ts";
import { paramsText } from "../../core/params-text.ts";
import { questionOf, readSelection, type Selection, writeSelection } from "./selection.ts";

/** Parameters worth looking at. */
export interface Preset {
  readonly address: string;
  readonly params: KeyParams;
  /** The parameters, with who used them or what they are for: "CRT, n 2048 (most keys today)". */
  readonly text: string;
}

const addresses: readonly (readonly [address: string, origin: string])[] = [
  ["variant=crt&n=2048", "most keys today"],
  ["variant=crt&n=3072", "recommended beyond 2030"],
  ["variant=multi-prime&n=2048&r=3", shortSources["paixao-2005"]],
  ["variant=multi-prime&n=2048&r=4", "one prime more"],
  ["variant=multi-power&n=2048&r=3", shortSources["paixao-2005"]],
  ["variant=rebalanced&n=2048&w=160", shortSources["paixao-2005"]],
  ["variant=rebalanced&n=2048&w=320", "longer exponents"],
  ["variant=rebalanced&n=1024&w=160", shortSources["hansen-2009"]],
  ["variant=r-prime&n=2048&r=3&w=160", shortSources["paixao-2005"]],
  ["variant=scheme-a&n=1024&w=160", "Sun, Wu 2005"],
  ["variant=scheme-b&n=1024&w=198", "Sun, Wu 2005"],
];

export const presets: readonly Preset[] = addresses.map(([address, origin]) => {
  const { params } = questionOf(readSelection(address).selection);
  return { address, params, text: `${paramsText(params)} (${origin})` };
});

/** The preset with the parameters of a selection. */
export function matchingPreset(selection: Selection): Preset | undefined {
  const chosen = writeSelection(selection);
  return presets.find(({ address }) => address === chosen);
}
