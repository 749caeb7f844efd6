// Workbench: a new key encrypts and decrypts a text and a file, signs and verifies; the doctor examines a signature.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

export const address = "workbench/";

const text = "Grüße aus dem Browser";

/**
 * @param {import("./visitor.mjs").Visitor} visitor
 * @param {string} folder for the files that the page gets
 */
export async function doJob(visitor, folder) {
  // On a second visit, the workers' scripts come from the browser's cache.
  await visitor.press("Make a key …");
  await visitor.reload();
  await visitor.press("Make a key …");
  await visitor.fill("name", "mine");
  await visitor.choose("variant", "multi-prime");
  await visitor.fill("n modulus", "1024");
  await visitor.press("Make a broken key");
  await visitor.read(".key h3, .key h2", /^mine$/);

  await visitor.openTab("Encrypt");
  await visitor.fill("Text to encrypt", text);
  await visitor.press("Encrypt");
  const armored = await visitor.readExactly("#panel-encrypt .result-text");
  assert.match(armored, /^-----BEGIN RSA-VARIANTS FILE-----\n/);
  await visitor.openTab("Decrypt");
  await visitor.paste("Encrypted text", armored);
  await visitor.press("Decrypt");
  assert.equal(await visitor.readExactly("#panel-decrypt .result-text"), text);

  // Several segments.
  const content = Buffer.from({ length: 3_000_000 }).map((_, at) => at % 251);
  const give = async (id, name, bytes) => {
    await writeFile(join(folder, name), bytes);
    await visitor.giveFile(id, join(folder, name));
  };
  await visitor.openTab("Encrypt");
  await give("encrypt-file", "long.bin", content);
  await visitor.press("Encrypt");
  const encrypted = await visitor.save("Save long.bin.encrypted");
  await visitor.openTab("Decrypt");
  await give("decrypt-file", "long.bin.encrypted", encrypted);
  await visitor.press("Decrypt");
  await visitor.read("#panel-decrypt .file-digest", /^File SHA-256 of long\.bin: /);
  assert.ok((await visitor.save("Save long.bin")).equals(content), "the decrypted file is not the original");

  await visitor.openTab("Sign");
  await visitor.fill("Text to sign", text);
  await visitor.press("Sign");
  const signature = await visitor.save("Save message.txt.sig");
  await visitor.openTab("Verify");
  await visitor.fill("Signed text", text);
  await give("signature-file", "message.txt.sig", signature);
  await visitor.press("Verify");
  assert.equal(await visitor.read("#panel-verify .result h2"), "Valid signature");
  await visitor.fill("Signed text", `${text}!`);
  await visitor.press("Verify");
  await visitor.read("#panel-verify .result h2", /^Invalid: do not trust this text$/);
  await visitor.press("Ask the doctor");
  await visitor.press("Examine");
  await visitor.read("#panel-doctor .verdict-card h2", /^Another message$/);
}
