// Keys exchanged with ssh-keygen, both ways.
import { createHash } from "node:crypto";
import { load } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { startSshKeygen, type Tool } from "./support.ts";

const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
const ssh = await startSshKeygen();
afterAll(() => ssh.remove());

const text = async (tool: Tool, name: string) => new TextDecoder().decode(await tool.read(name));

describe("keys of ssh-keygen", () => {
  it("are read, and match the public key in the .pub file", async () => {
    await ssh.run("-q", "-t", "rsa", "-b", "2048", "-N", "", "-C", "me@example.org", "-f", "theirs");
    using theirs = await rsa.importPrivateKey(await ssh.read("theirs"));
    expect(theirs.params).toMatchObject({ variant: "crt", modulusLength: 2048 });
    const line = await text(ssh, "theirs.pub");
    expect(line).toMatch(/^ssh-rsa AAAA\S+ me@example\.org\n$/);
    using publicKey = await rsa.importPublicKey(line);
    expect(publicKey.modulus).toBe(theirs.publicKey.modulus);
    expect(`${(await publicKey.export("openssh")).trim()} me@example.org\n`).toBe(line);
    // Compare with OpenSSH's own conversion.
    await ssh.write("copy", await ssh.read("theirs"));
    await ssh.run("-q", "-p", "-m", "PKCS8", "-P", "", "-N", "", "-f", "copy");
    expect(await theirs.export("pkcs8-pem")).toBe(await text(ssh, "copy"));
    expect(await ssh.run("-e", "-m", "PKCS8", "-f", "theirs.pub")).toBe(await publicKey.export("spki-pem"));
  });

  const authenticating = ["aes256-gcm@openssh.com", "aes128-gcm@openssh.com", "chacha20-poly1305@openssh.com"];
  it.each([
    "aes256-ctr",
    "aes192-ctr",
    "aes128-ctr",
    "aes256-cbc",
    "aes192-cbc",
    "aes128-cbc",
    "3des-cbc",
    ...authenticating,
  ])("open with their passphrase, encrypted with %s", async (cipher) => {
    await ssh.write("encrypted", await key.export("openssh"));
    await ssh.run("-q", "-p", "-P", "", "-N", "pässphrase", "-Z", cipher, "-a", "2", "-f", "encrypted");
    const data = await ssh.read("encrypted");
    using again = await rsa.importPrivateKey(data, { password: "pässphrase" });
    expect(again.components()).toEqual(key.components());
    await expect(rsa.importPrivateKey(data)).rejects.toMatchObject({ code: "password-required" });
    await expect(rsa.importPrivateKey(data, { password: "other" })).rejects.toMatchObject({ code: "wrong-password" });
  });
});

describe("our keys", () => {
  it("are read by ssh-keygen, plain and encrypted, and are the same in other formats", async () => {
    const line = await key.publicKey.export("openssh");
    const pkcs8 = await key.export("pkcs8-pem");
    for (const password of [undefined, "pässphrase"]) {
      await ssh.write("ours", await key.export("openssh", { password }));
      expect(await ssh.run("-y", "-P", password ?? "", "-f", "ours")).toBe(line);
      if (password !== undefined)
        await expect(ssh.run("-y", "-P", "other", "-f", "ours")).rejects.toThrow("passphrase");
      await ssh.run("-q", "-p", "-m", "PKCS8", "-P", password ?? "", "-N", "", "-f", "ours");
      expect(await text(ssh, "ours")).toBe(pkcs8);
    }
    await ssh.write("ours.pub", line);
    expect(await ssh.run("-l", "-f", "ours.pub")).toMatch(/^2048 SHA256:\S+ .*\(RSA\)\n$/);
  });

  it.each(["crt", "rebalanced"] as const)(
    "of %s sign in ssh-keygen, and the signature is valid here",
    async (variant) => {
      using ours = rsa.generateKey({ variant, modulusLength: 2048 });
      await ssh.write("signer", await ours.export("openssh"));
      await ssh.write(variant, "a letter"); // the signature is beside it, and would not be overwritten
      await ssh.run("-Y", "sign", "-q", "-n", "file", "-f", "signer", variant);
      const { signed, signature } = readSignature(await text(ssh, `${variant}.sig`), Buffer.from("a letter"));
      const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-512" } as const;
      expect(ours.publicKey.verify(algorithm, signature, signed)).toBe(true);
    },
  );
});

/** The data that `ssh-keygen -Y sign` signs (PROTOCOL.sshsig of OpenSSH), and the RSA signature in its output. */
function readSignature(armored: string, message: Uint8Array): { signed: Uint8Array; signature: Uint8Array } {
  const bytes = Buffer.from(armored.replaceAll(/-----.*-----/g, ""), "base64");
  const strings = readStrings(bytes.subarray("SSHSIG".length + 4)); // after the version
  const [, namespace, reserved, hash, blob] = strings as [Buffer, Buffer, Buffer, Buffer, Buffer];
  const [algorithm, signature] = readStrings(blob) as [Buffer, Buffer];
  expect([hash.toString(), algorithm.toString()]).toEqual(["sha512", "rsa-sha2-512"]);
  const digest = createHash("sha512").update(message).digest();
  const signed = [namespace, reserved, hash, digest].flatMap((string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(string.length);
    return [length, string];
  });
  return { signed: Buffer.concat([Buffer.from("SSHSIG"), ...signed]), signature };
}

function readStrings(bytes: Buffer): Buffer[] {
  const strings: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 4 + bytes.readUInt32BE(at);
    strings.push(bytes.subarray(at + 4, end));
    at = end;
  }
  return strings;
}
