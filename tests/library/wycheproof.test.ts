// A sample of Project Wycheproof's test vectors, in every build and in a browser; all of them run natively (crates/rsa).
import { type Hash, load, type Rsa } from "rsa-variants";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { build } from "./support.ts";

/** What is taken from Wycheproof's files, as far as the tests below read it. */
export interface Vectors {
  readonly algorithm: string;
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly keySize: number;
    readonly sha: string;
    readonly mgfSha: string;
    readonly sLen?: number;
    readonly privateKeyPem?: string;
    readonly publicKeyPem?: string;
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly result: "valid" | "invalid";
      readonly ct?: string;
      readonly label?: string;
      readonly sig?: string;
    }[];
  }[];
}

declare module "vitest" {
  interface ProvidedContext {
    wycheproof: readonly Vectors[];
  }
}

let rsa: Rsa;
beforeAll(async () => {
  rsa = await load({ build });
});

const fromHex = (text = "") => Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));

for (const { algorithm, numberOfTests, testGroups } of inject("wycheproof")) {
  for (const { keySize, sha, mgfSha, sLen: saltLength, privateKeyPem = "", publicKeyPem = "", tests } of testGroups) {
    const hashes = { hash: sha as Hash, mgfHash: mgfSha as Hash };
    describe(`${algorithm}, ${keySize} bits, ${sha}, MGF1 with ${mgfSha}`, () => {
      const decrypts = async () => {
        const key = await rsa.importPrivateKey(privateKeyPem);
        for (const { tcId, comment, msg, ct, label, result } of tests) {
          const decrypt = () => key.decrypt({ name: "RSA-OAEP", ...hashes, label: fromHex(label) }, fromHex(ct));
          if (result === "valid") expect(decrypt(), `${tcId}: ${comment}`).toEqual(fromHex(msg));
          else expect(decrypt, `${tcId}: ${comment}`).toThrow(expect.objectContaining({ code: "decryption-failed" }));
        }
        key.free();
      };

      const verifies = async () => {
        const key = await rsa.importPublicKey(publicKeyPem);
        for (const { tcId, comment, msg, sig, result } of tests) {
          const found = key.verify({ name: "RSA-PSS", ...hashes, saltLength }, fromHex(sig), fromHex(msg));
          expect(found, `${tcId}: ${comment}`).toBe(result === "valid");
        }
        key.free();
      };

      if (algorithm === "RSAES-OAEP") it(`decrypts what is good of ${numberOfTests} ciphertexts`, decrypts);
      else it(`accepts what is good of ${numberOfTests} signatures`, verifies);
    });
  }
}
