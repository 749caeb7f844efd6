// Keys in objects of the platform: files, responses, pairs, certificates of Node.
import { connect, load } from "rsa-variants";
import { describe, expect, it } from "vitest";
import { build, closedAtEnd, expectRejected, madeFrom } from "./support.ts";

const rsa = await load({ build });
const key = rsa.generateKey({ variant: "crt", modulusLength: 1024 }, madeFrom(230));
const workers = closedAtEnd(await connect({ build, workers: 1 }));
const [pem, publicPem] = [await key.export("pkcs8-pem"), await key.publicKey.export("spki-pem")];

const inNode = typeof document === "undefined";

/** Imports data in both ways, on this thread and in a worker. */
async function readAll(make: () => unknown, strict = true, first = "private"): Promise<void> {
  for (const library of [rsa, workers]) {
    const options = { strict };
    const secret = await library.importPrivateKey(make() as never, options);
    const either = await library.importKey(make() as never, options);
    expect([secret.publicKey.modulus, either.type]).toEqual([key.publicKey.modulus, "private"]);
    const { keys } = await library.importKeys(make() as never, options);
    expect(keys[0]?.key.type).toBe(first);
    for (const each of [secret, either, ...keys.map((found) => found.key)]) each.free();
  }
}

async function readPublic(make: () => unknown): Promise<void> {
  for (const library of [rsa, workers]) {
    using open = await library.importPublicKey(make() as never);
    expect(open.modulus).toBe(key.publicKey.modulus);
    await library.importKey(make() as never);
  }
}

describe("a key", () => {
  it("is read from a Blob, a File and a Response", async () => {
    await readAll(() => new Blob([pem]));
    await readAll(() => new File([pem], "key.pem"));
    await readAll(() => new Response(pem));
    const der = await key.export("pkcs8-der");
    await readAll(() => new Blob([der]));
    await readPublic(() => new Response(publicPem));
    const jwk = JSON.stringify(await key.export("jwk"));
    await readAll(() => new Blob([jwk]));
    await readAll(() => Response.json(JSON.parse(jwk)));
  });

  it("is taken from a pair", async () => {
    const [secret, open] = [
      await key.toCryptoKey("PS256", { extractable: true }),
      await key.publicKey.toCryptoKey("PS256"),
    ];
    const pair = { privateKey: secret, publicKey: open } satisfies CryptoKeyPair;
    for (const data of [pair, secret]) await readAll(() => data);
    await readPublic(() => open);
    const locked = { privateKey: await key.toCryptoKey("PS256"), publicKey: open };
    using read = await rsa.importPublicKey(locked);
    expect(read.modulus).toBe(key.publicKey.modulus);
    await expectRejected(rsa.importPrivateKey(locked), "unsupported-format", "not extractable");
    const { keys, leftOut } = await rsa.importKeys(locked);
    expect(keys.map((each) => [each.index, each.key.type])).toEqual([[1, "public"]]);
    expect(leftOut).toMatchObject([{ index: 0, reason: "unsupported-format" }]);
    for (const each of keys) each.key.free();
    await readAll(() => ({ privateKey: pem, publicKey: publicPem }));
    await readAll(() => JSON.stringify({ publicKey: publicPem, privateKey: pem }), false);
    await readPublic(() => ({ privateKey: pem, publicKey: publicPem }));
  });

  it("in a pair of pairs, or in a pair that holds itself, is refused", async () => {
    const endless: { privateKey: object; publicKey: object } = { privateKey: {}, publicKey: {} };
    endless.privateKey = endless;
    endless.publicKey = endless;
    for (const data of [endless, { privateKey: { privateKey: pem, publicKey: publicPem }, publicKey: publicPem }]) {
      await expectRejected(rsa.importPrivateKey(data), "invalid-encoding", "a pair itself");
      const { keys, leftOut } = await rsa.importKeys(data);
      expect(leftOut[0]?.message).toContain("a pair itself");
      for (const each of keys) each.key.free();
    }
  });

  it("in a pair of PEM under other names is found by its kind", async () => {
    const members = JSON.stringify({ certificate: publicPem, key: pem });
    await readAll(() => members, false, "public");
    using open = await rsa.importPublicKey(members);
    expect(open.modulus).toBe(key.publicKey.modulus);
  });

  it("is refused in an error, a used body, a long file and one that cannot be read", async () => {
    await expectRejected(rsa.importKey(new Response("no", { status: 404 })), "invalid-encoding", "404", "address");
    const used = new Response(pem);
    await used.text();
    await expectRejected(workers.importKey(used), "invalid-params", "clone()");
    const long = new Blob([new Uint8Array(70_000)]);
    await expectRejected(rsa.importKey(long), "invalid-params", 70_000, 65_536);
    await expectRejected(rsa.importKeys(new Blob([new Uint8Array(1_100_000)])), "invalid-params", 1_100_000, 1_048_576);
    const broken = new Response(
      new ReadableStream({
        start(controller) {
          controller.error(new Error("the cable was cut"));
        },
      }),
    );
    await expectRejected(rsa.importKey(broken), "invalid-params", "cannot be read");
    await expectRejected(rsa.importKey(new Blob([])), "invalid-encoding", "empty");
    await expectRejected(rsa.importKey(new Response("<!doctype html><p>Log in")), "invalid-encoding", "HTML");
  });

  it.runIf(inNode)("is taken from KeyObjects and from an X509Certificate of Node", async () => {
    const { createPrivateKey, createPublicKey, createSecretKey, X509Certificate } = await import("node:crypto");
    await readAll(() => createPrivateKey(pem));
    await readPublic(() => createPublicKey(publicPem));
    await expectRejected(rsa.importKey(createSecretKey(new Uint8Array(4))), "invalid-params", "secret key");
    await readAll(() => ({ privateKey: createPrivateKey(pem), publicKey: createPublicKey(publicPem) }));
    const { startOpenssl } = await import("../interoperability/support.ts");
    const openssl = await startOpenssl();
    await openssl.write("key.pem", pem);
    const text = await openssl.run("req", "-x509", "-new", "-key", "key.pem", "-subj", "/CN=example.org");
    await openssl.remove();
    await readPublic(() => new X509Certificate(text));
    const { keys } = await workers.importKeys(new X509Certificate(text));
    expect(keys.map((each) => each.name)).toEqual([expect.stringContaining("example.org")]);
    for (const each of keys) each.key.free();
  });
});
