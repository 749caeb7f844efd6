import { type Repeatable, repeatOver } from "@rsa-variants/measure";
import type { PublicKeyNumbers } from "rsa-variants/blind";
import { bigIntToBytes } from "../numbers.ts";

/** The bindings of lab/crates/blind-peer that wasm-bindgen generates. */
interface BlindCrate {
  default(source: { readonly module_or_path: URL }): Promise<unknown>;
  readonly PartiallyBlindClient: new (
    ...bytes: [
      modulus: Uint8Array,
      publicExponent: Uint8Array,
      message: Uint8Array,
      info: Uint8Array,
      random: Uint8Array,
    ]
  ) => PeerClient;
}

interface PeerClient {
  blind(): Uint8Array;
  finalize(blindSignature: Uint8Array): Uint8Array;
  verify(signature: Uint8Array): void;
}

/** The crate blind-rsa-signatures in WebAssembly: a client that blinds, finalizes and verifies. It throws if a signature is invalid. */
export async function partiallyBlindClient(
  { modulus, publicExponent }: PublicKeyNumbers,
  message: Uint8Array,
  info: Uint8Array,
  sign: (request: Uint8Array) => Uint8Array,
): Promise<Repeatable> {
  // As in crates.ts: the set-up makes these files, only for this command.
  const folder = new URL("/wasm/blind/", location.href);
  const crate: BlindCrate = await import(/* @vite-ignore */ new URL("blind_peer.js", folder).href);
  await crate.default({ module_or_path: new URL("blind_peer_bg.wasm", folder) });
  const numbers = [bigIntToBytes(modulus, 256), bigIntToBytes(publicExponent, 4)] as const;
  const clientOf = () =>
    new crate.PartiallyBlindClient(...numbers, message, info, crypto.getRandomValues(new Uint8Array(32)));
  const [answered, blinding] = [clientOf(), clientOf()];
  const answer = sign(answered.blind());
  return repeatOver(
    [blinding],
    (client) => {
      client.blind();
      const signature = answered.finalize(answer);
      answered.verify(signature);
      return signature;
    },
    (signature) => answered.verify(signature),
  );
}
