import { constants, createHmac, publicEncrypt, sign } from "node:crypto";
import { expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { violations } from "../accessibility.ts";
import { textOf } from "../browser.ts";
import { mine, Workbench } from "./support.ts";

const { privateKey, publicKey } = mine;
const [pkcs8, spki] = [pemOf(privateKey), pemOf(publicKey)];

/** The doctor's tab. */
async function openDoctor(kind: string): Promise<Workbench> {
  const bench = await Workbench.open("doctor");
  await bench.press(kind);
  return bench;
}

/** Has it examined; gives the verdict and the findings. */
async function examine(bench: Workbench): Promise<{ title: string; findings: string[] }> {
  await bench.press("Examine");
  await bench.panel.locator(".verdict-card").waitFor();
  return {
    title: await textOf(bench.panel.locator(".verdict-card h2")),
    findings: await bench.panel.locator(".findings li").allTextContents(),
  };
}

/** The program in a language. */
async function program(bench: Workbench, language: string): Promise<string> {
  await bench.press(language);
  return textOf(bench.panel.locator(".program"));
}

it("the doctor repairs a signature, says first why it must not be a service, and hears a click while it examines", async () => {
  const bench = await openDoctor("Signature");
  const start = /^The doctor works on this machine only\. Don’t expose/;
  await bench.panel.locator("p.lead-in:first-child").filter({ hasText: start }).waitFor();
  await bench.fill("Public key or certificate", spki);
  await bench.fill("Signature to examine", sign("sha256", Buffer.from("a letter\n"), privateKey).toString("base64"));
  await bench.fill("Signed message", "a letter");
  const { title, findings } = await examine(bench);
  expect(title).toBe("Almost: it fits after a change");
  expect(findings).toContain("certainThe signed message has one line end more at its end, LF.");
  expect(findings).toContain("certainThe signature is Base64 text; decode it.");
  expect(await program(bench, "OpenSSL")).toMatch(/printf '\\n' >> message\n.*openssl dgst -sha256/s);
  expect(await program(bench, "Python")).toContain('message += b"\\n"');
  expect(await violations(bench.page)).toEqual([]);
  // Other data have another answer.
  await bench.fill("Signed message", "a letter\n");
  expect(await bench.panel.locator(".verdict-card").count()).toBe(0);
  await bench.fill("Signed message", "another letter");
  expect((await examine(bench)).title).toBe("Another message");
  // What is wrong with a key names it.
  await bench.fill("Public key or certificate", spki.replace("\n", "\n…"));
  await bench.press("Examine");
  await bench.see(/^The public key: PEM: .*line 2 has the character U\+2026\.$/);
  await bench.fill("Public key or certificate", spki.replaceAll(/^(?=.)/gm, "> "));
  expect((await examine(bench)).title).toBe("Another message");

  await bench.dropLong("#doctor-message-text", "long.txt", 64);
  await bench.press("Examine");
  await bench.press("Cancel");
  await bench.button("Examine").and(bench.page.locator(":enabled")).waitFor();
  expect(await bench.panel.locator(".verdict-card").count()).toBe(0);
});

it("the doctor names the padding of a ciphertext, whether keys belong together, and the attack on a token", async () => {
  const bench = await Workbench.withKey("Doctor");
  await bench.press("Ciphertext");
  const padding = { key: publicKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: "sha256" };
  const content = publicEncrypt(padding, Buffer.from("for you alone"));
  await bench.drop("#panel-doctor", { name: "secret.bin", content });
  await bench.see("secret.bin");
  const opened = await examine(bench);
  expect(opened.title).toBe("It decrypts");
  expect(opened.findings[0]).toMatch(/^certainThe padding is OAEP, with SHA-256, MGF1 with SHA-256/);
  expect(await program(bench, "Java")).toContain('new OAEPParameterSpec("SHA-256"');
  expect(await textOf(bench.panel)).not.toContain("for you alone");
  // Forgetting the key takes the answer away.
  await bench.forget("mine");
  await bench.tab("Doctor");
  expect(await bench.panel.locator(".verdict-card").count()).toBe(0);

  await bench.press("Key pair");
  const encrypted = privateKey.export({ type: "pkcs8", format: "pem", cipher: "aes-256-cbc", passphrase: "sesame" });
  await bench.fill("Private key", encrypted as string);
  await bench.fill("Public key or certificate", pemOf((await makePair()).publicKey));
  await bench.press("Examine");
  await bench.givePassword("The private key is encrypted", "sesame");
  await bench.see("The keys do not belong together");
  await bench.fill("Private key", pkcs8);
  await bench.fill("Public key or certificate", spki);
  expect((await examine(bench)).title).toBe("The keys belong together");
  await bench.fill("Private key", spki);
  await bench.says([() => bench.press("Examine"), "This is a public key; the private key is needed."]);

  await bench.press("Token");
  await bench.press("Enter text instead"); // what was given for another kind stays
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  // The name turns the direction of the text after it.
  const signed = `${part({ alg: "HS256", kid: "a\u202eb" })}.${part({ sub: "admin" })}`;
  await bench.fill("Key or set of keys", spki);
  await bench.fill("Token to examine", `${signed}.${createHmac("sha256", spki).update(signed).digest("base64url")}`);
  const { title, findings } = await examine(bench);
  expect(title).toBe("Wrong algorithm");
  expect(findings[0]).toBe(
    "certainThe token was signed with the public key as the secret of HMAC: this is the attack.",
  );
  expect(findings.join()).toContain("a\\u{202e}b");
});
