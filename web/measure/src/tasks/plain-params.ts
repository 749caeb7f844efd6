import { type KeyParams, keyParams } from "rsa-variants";
import type { PlainParams } from "./protocol.ts";

/** Converts parameters for JSON, which has no bigints. */
export function toPlainParams(params: KeyParams): PlainParams {
  const { publicExponent, ...others } = params;
  return publicExponent === undefined ? others : { ...others, publicExponent: publicExponent.toString() };
}

/** The inverse of `toPlainParams`. */
export function fromPlainParams({ publicExponent, ...others }: PlainParams): KeyParams {
  return keyParams({ ...others, publicExponent: publicExponent === undefined ? undefined : BigInt(publicExponent) });
}
