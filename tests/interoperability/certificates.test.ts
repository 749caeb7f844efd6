// Public keys in certificates and requests of OpenSSL.
import { load } from "rsa-variants";
import { afterAll, expect, it } from "vitest";
import { makePair, pemOf } from "../random.ts";
import { startOpenssl } from "./support.ts";

const rsa = await load();
const openssl = await startOpenssl();
await openssl.write("key.pem", pemOf((await makePair()).privateKey));
const subject = ["-subj", "/C=DE/O=tests/CN=example.org", "-addext", "subjectAltName=DNS:example.org"];
for (const form of ["PEM", "DER"]) {
  const files = ["-key", "key.pem", "-outform", form, "-out"];
  await openssl.run("req", "-x509", "-new", ...subject, "-days", "1", ...files, `certificate.${form}`);
  await openssl.run("req", "-new", ...subject, ...files, `request.${form}`);
}
afterAll(() => openssl.remove());

it.each(["certificate", "request"])(
  "certificates and requests contain the key that OpenSSL finds in a %s",
  async (what) => {
    const command = what === "certificate" ? "x509" : "req";
    const expected = await openssl.run(command, "-in", `${what}.PEM`, "-pubkey", "-noout");
    for (const form of ["PEM", "DER"]) {
      const data = await openssl.read(`${what}.${form}`);
      const key = await rsa.importPublicKey(data);
      expect(await key.export("spki-pem"), form).toBe(expected);
      key.free();
      const only = `this is a ${what === "request" ? "certificate request" : "certificate"}, which holds only a public key`;
      const refused = rsa.importPrivateKey(data);
      await expect(refused).rejects.toMatchObject({
        code: "wrong-key-type",
        message: expect.stringContaining(only),
      });
    }
  },
);
