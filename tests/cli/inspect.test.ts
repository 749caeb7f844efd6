import { copyFile, readFile, writeFile } from "node:fs/promises";
import { afterAll, describe, expect, it } from "vitest";
import { makePair, pemOf } from "../random.ts";
import { Folder } from "./support.ts";

const folder = await Folder.make();
afterAll(() => folder.remove());

async function rsaKey(modulusLength: number) {
  const { privateKey, publicKey } = await makePair(modulusLength);
  return {
    privatePem: pemOf(privateKey),
    publicPem: pemOf(publicKey),
    jwk: publicKey.export({ format: "jwk" }),
  };
}

const [sound, short] = [await rsaKey(2048), await rsaKey(512)];
await writeFile(folder.file("good.pem"), sound.publicPem);
const ed25519 = await readFile(new URL("../../crates/rsa/tests/keys/ed25519.pem", import.meta.url), "utf8");

async function inspected(...words: string[]) {
  const { code, stdout, stderr } = await folder.run(["inspect", "--json", ...words]);
  return { code, stderr, all: JSON.parse(stdout.toString()) };
}

/** The verdict on a key without known defects. */
const noneFound = expect.stringMatching(/^\d+ known defects looked for, none found$/);

describe("inspect, given several keys", () => {
  it("judges each key of a file, and ends with the status of the worst", async () => {
    await writeFile(folder.file("two.pem"), `a comment\n${sound.publicPem}${short.publicPem}`);
    expect(await inspected("good.pem")).toMatchObject({ code: 0, all: { verdict: noneFound }, stderr: "" });
    const { code, all, stderr } = await inspected("two.pem");
    expect(all).toMatchObject([
      { name: "two.pem, key 1", verdict: noneFound },
      { name: "two.pem, key 2", verdict: "broken" },
    ]);
    expect([code, stderr]).toEqual([1, "rsa-variants inspect: 1 of 2 keys is broken or weak\n"]);
  });

  it("goes on after what cannot be read, says why, and how much that was", async () => {
    await writeFile(folder.file("text"), "no key at all\n");
    await writeFile(folder.file("mixed.pem"), ed25519 + sound.privatePem);
    const { code, all, stderr } = await inspected("nowhere", "text", "mixed.pem");
    expect(all).toMatchObject([
      { name: "nowhere", problem: "no such file or folder" },
      { name: "text", problem: "neither a key nor a file written by encrypt" },
      { name: "mixed.pem, key 1", problem: expect.stringMatching(/25519|1\.3\.101\.112|RSA/) },
      { name: "mixed.pem, key 2", key: "private", verdict: noneFound },
    ]);
    expect([code, stderr]).toEqual([1, "rsa-variants inspect: 3 of 4 could not be read\n"]);
  });

  it("names the members of a JSON Web Key Set and the lines of authorized_keys as these do", async () => {
    await writeFile(folder.file("jwks"), JSON.stringify({ keys: [{ ...sound.jwk, kid: "2026" }, short.jwk] }));
    expect((await inspected("jwks")).all).toMatchObject([
      { name: "jwks, 2026", verdict: noneFound },
      { name: "jwks, key 2", verdict: "broken" },
    ]);
    const line = (await folder.succeed(["public", "-f", "openssh", "good.pem"])).toString().trim();
    const other = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAAA";
    await writeFile(
      folder.file("authorized_keys"),
      `# keys\n\nno-pty,command="ls -l" ${line} alice@laptop\n${other} bob\n`,
    );
    expect((await inspected("authorized_keys")).all).toMatchObject([
      { name: "authorized_keys, alice@laptop", verdict: noneFound },
      { name: "authorized_keys, bob", problem: expect.any(String) },
    ]);
  });

  it("counts the certificate or public key beside its private key as that key", async () => {
    await writeFile(folder.file("pair.pem"), sound.publicPem + sound.privatePem);
    expect(await inspected("pair.pem")).toMatchObject({ code: 0, all: { key: "private" } });
  });

  it("opens PKCS #12, and counts the certificates of its keys as these", async () => {
    const file = (name: string) => new URL(`../../crates/rsa/tests/keys/${name}.pem`, import.meta.url);
    await copyFile(file("pkcs12-java"), folder.file("store.p12"));
    await copyFile(file("pkcs12-rc2"), folder.file("old.p12"));
    await writeFile(folder.file("phrase"), "secret\n");
    const { all } = await inspected("--passphrase-file", "phrase", "store.p12", "old.p12");
    expect(all).toMatchObject([
      { name: "store.p12, one", key: "private" },
      { name: "store.p12, two", key: "private" },
      { name: "old.p12, label", key: "private" },
      { name: "old.p12, key 2", problem: expect.stringContaining("RC2") },
    ]);
    await writeFile(folder.file("phrase"), "another\n");
    const refused = await folder.run(["inspect", "--passphrase-file", "phrase", "store.p12"]);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("store.p12: the password is wrong")]);
  });

  it("finds a modulus that keys of two files share", async () => {
    await writeFile(folder.file("set"), JSON.stringify([{ ...sound.jwk, e: "EQ" }, short.jwk]));
    const { all } = await inspected("good.pem", "set");
    expect(all[0].findings.join()).toContain("common-modulus");
    expect(all[1].findings.join()).toContain("common-modulus");
    expect(all[2]).not.toHaveProperty("findings");
  });
});
