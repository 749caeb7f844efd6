// @module-tag platform
// Clients of both entries. Rust has the specifications' test vectors (crates/rsa/src/blind).
import { load } from "rsa-variants";
import { load as loadPublic } from "rsa-variants/public";
import { expect, it } from "vitest";
import { build } from "../support.ts";
import { loadBlind } from "./support.ts";

const [rsa, blind, small] = await Promise.all([load({ build }), loadBlind(), loadPublic()]);

it("clients of both entries blind lists, and bind signatures to messages; every suite does in Rust and blindrsa.test.ts", () => {
  using key = rsa.generateKey({ variant: "multi-prime", modulusLength: 1024 }, { allowBroken: true });
  const issuer = blind.suite("RSABSSA-SHA384-PSS-Randomized");
  for (const client of [issuer, small.suite(issuer.name)]) {
    const messages = [1, 2, 3].map((number) => client.prepare(new Uint8Array([number])));
    expect(messages.map(({ length }) => length)).toEqual([33, 33, 33]);
    const requests = client.blindMany(key.publicKey, messages);
    const blinded = requests.map(({ blindedMessage }) => blindedMessage);
    const answers = issuer.blindSignMany(key, blinded).map(valueIn);
    const unfinished = requests.map(({ inverse }, at) => ({
      preparedMessage: messages[at] ?? inverse,
      blindSignature: answers[at] ?? inverse,
      inverse,
    }));
    const signatures = client.finalizeMany(key.publicKey, unfinished).map(valueIn);
    const signed = (turned: number) =>
      signatures.map((signature, at) => ({ signature, preparedMessage: messages[(at + turned) % 3] ?? signature }));
    expect(client.verifyMany(key.publicKey, signed(0))).toEqual([true, true, true]);
    expect(client.verifyMany(key.publicKey, signed(1))).toEqual([false, false, false]);
  }
});

function valueIn(
  result: { status: "fulfilled"; value: Uint8Array<ArrayBuffer> } | { status: "rejected"; reason: Error },
) {
  if (result.status === "rejected") throw result.reason;
  return result.value;
}
