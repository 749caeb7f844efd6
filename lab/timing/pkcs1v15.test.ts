import { load } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { encode, encodings } from "./node/pkcs1v15.mjs";

describe("encodings of PKCS #1 v1.5 made for timing", () => {
  it.each(Object.keys(encodings) as (keyof typeof encodings)[])(
    "decrypt to messages of the same lengths: %s",
    async (encoding) => {
      const rsa = await load();
      const key = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
      const options = { blinding: false, faultCheck: false } as const;
      const lengths = Array.from({ length: 1000 }, () => {
        const encoded = encode(encoding, 64);
        const ciphertext = key.publicKey.encryptRaw(encoded);
        const message = key.decrypt({ name: "RSAES-PKCS1-v1_5" }, ciphertext, options);
        const isEnd = Buffer.from(encoded.subarray(64 - message.length)).equals(message);
        // A short end may be the same by chance.
        if (encoding === "right" || message.length > 8) expect(isEnd).toBe(encoding === "right");
        return message.length;
      });
      key.free();
      expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([0, 53]);
      // 26.5 expected, standard deviation 0.5
      const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
      expect(mean).toBeGreaterThan(24);
      expect(mean).toBeLessThan(29);
    },
  );
});
