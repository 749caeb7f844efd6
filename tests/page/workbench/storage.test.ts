import { createVault, openVault, seal, unseal } from "@rsa-variants/page/workbench/storage/vault.ts";
import { describe, expect, it } from "vitest";

const passphrase = "correct horse battery";

describe("the encryption of what is kept", () => {
  it("opens with its passphrase alone, and binds each record to its name", async () => {
    const { record, key } = await createVault(passphrase);
    expect(record.iterations).toBe(600_000);
    expect(key.extractable).toBe(false);
    expect(await openVault(record, "wrong")).toBeUndefined();
    const same = await openVault(record, passphrase);
    if (same === undefined) throw new Error("the vault did not open");
    const bytes = new TextEncoder().encode("a key");
    const sealed = await seal(key, "first", bytes);
    expect(Buffer.from(sealed.ciphertext).includes("a key")).toBe(false);
    expect(await unseal(same, "first", sealed)).toEqual(bytes);
    await expect(unseal(same, "second", sealed)).rejects.toThrow();
    const damaged = { ...sealed, ciphertext: sealed.ciphertext.map((byte, i) => (i === 0 ? byte ^ 1 : byte)) };
    await expect(unseal(same, "first", damaged)).rejects.toThrow();
    const other = await createVault(passphrase);
    expect(other.record.salt).not.toEqual(record.salt);
  });

  it("refuses records of another version, and counts of rounds that no page wrote", async () => {
    const { record } = await createVault(passphrase);
    await expect(openVault({ ...record, iterations: 2 ** 31 }, passphrase)).rejects.toThrow(/another version/);
    await expect(openVault({ ...record, version: 2 as 1 }, passphrase)).rejects.toThrow(/another version/);
  });
});
