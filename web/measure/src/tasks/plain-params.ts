import { type KeyParams, keyParams } from "rsa-variants";
import type { PlainParams } from "./protocol.ts";

/** Parameters as JSON holds them, which has no bigints. */
export function toPlainParams(params: KeyParams): PlainParams {
  const { publicExponent, ...others } = params;
  return publicExponent === undefined ? others : { ...others, publicExponent: publicExponent.toString() };
}

/** As `toPlainParams`, the other way. */
export function fromPlainParams({ publicExponent, ...others }: PlainParams): KeyParams {
  return keyParams({ ...others, publicExponent: publicExponent === undefined ? undefined : BigInt(publicExponent) });
}
