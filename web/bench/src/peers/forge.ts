import { checkEqual, type Repeatable, repeatOver } from "@rsa-variants/measure";
import { toBigIntKey } from "@rsa-variants/measure/tasks/bigint";
import forge from "node-forge";
import type { KeyComponents } from "rsa-variants";
import type { Pairs } from "../powers.ts";

function toForge(value: bigint): forge.jsbn.BigInteger {
  return new forge.jsbn.BigInteger(value.toString(16), 16);
}

function fromForge(value: forge.jsbn.BigInteger): bigint {
  return BigInt(`0x${value.toString(16)}`);
}

/** node-forge's BigInteger (jsbn), in variable time. It cannot prepare anything in advance. */
export function forgePowers(pairs: Pairs): Repeatable {
  return pairs.repeat(
    (pair) =>
      pair.map(({ base, exponent, modulus }) => ({
        base: toForge(base),
        exponent: toForge(exponent),
        modulus: toForge(modulus),
      })),
    (pair) => pair.map(({ base, exponent, modulus }) => base.modPow(exponent, modulus)),
    (powers) => powers.map(fromForge) as [bigint, bigint],
  );
}

/** One power, with the conversions from and to BigInt. */
export function forgePower(base: bigint, exponent: bigint, modulus: bigint): bigint {
  return fromForge(toForge(base).modPow(toForge(exponent), toForge(modulus)));
}

/** node-forge's private operation without padding; it blinds, and its inputs and outputs are binary strings. */
export function forgeDecrypt(
  components: KeyComponents,
  blocks: readonly Uint8Array[],
  messages: readonly Uint8Array[],
): Repeatable {
  const { modulus, publicExponent, p, q, dp, dq, qInv } = toBigIntKey(components);
  const numbers = [modulus, publicExponent, components.privateExponent, p, q, dp, dq, qInv].map(toForge);
  const key = forge.pki.rsa.setPrivateKey(...(numbers as Parameters<typeof forge.pki.rsa.setPrivateKey>));
  return repeatOver(
    blocks.map((block) => String.fromCharCode(...block)),
    (block) => key.decrypt(block, "RAW"),
    (message, place) =>
      checkEqual(
        Uint8Array.from(message, (byte) => byte.charCodeAt(0)),
        messages[place] as Uint8Array,
      ),
  );
}

/** Makes a new key with e = 65537, in pure JavaScript. */
export function forgeKey(modulusLength: number): forge.pki.rsa.PrivateKey {
  return forge.pki.rsa.generateKeyPair(modulusLength, 65537).privateKey;
}

/** The numbers that are needed to check a key. */
export function forgeKeyNumbers({ n, d }: forge.pki.rsa.PrivateKey): { modulus: bigint; privateExponent: bigint } {
  return { modulus: fromForge(n), privateExponent: fromForge(d) };
}
