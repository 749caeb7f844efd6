import type { Answer, SignatureAnswer, Snippets } from "../../doctor/answer.js";
import { isReadable } from "../../doctor/bytes.js";
import { diagnoseCiphertext } from "../../doctor/ciphertext.js";
import { diagnoseKeyPair } from "../../doctor/key-pair.js";
import { diagnoseSignature } from "../../doctor/signature.js";
import { snippetTitles } from "../../doctor/snippets/snippets.js";
import { diagnoseToken } from "../../doctor/token.js";
import { load } from "../../load.js";
import { type Arguments, type Flag, wrap } from "../arguments.js";
import { type Command, type Context, print } from "../context.js";
import { printJson } from "../facts.js";
import { UsageError } from "../failure.js";
import { checkStandardInput, readInput } from "../input.js";
import { importKey, mostKeyBytes, passphraseFlags, readPrivateKey, readPublicKey } from "../keys.js";

/** The first line of every answer. */
const notice = "For your own machine only: offered as a service, the doctor would be a padding oracle.";

/** The longest data that are examined in memory, in bytes. */
const most = { signature: 1 << 20, token: 1 << 20, message: 1 << 26, ciphertext: 1 << 26 };

const languages = Object.keys(snippetTitles) as (keyof Snippets)[];

const programFlags = {
  language: {
    short: "l",
    value: "NAMES",
    text: `print only these programs, of ${languages.join(", ")}, none; default all`,
  },
} as const satisfies Record<string, Flag>;

const publicKeyText = "the public key in any format, or a certificate";

type AnyAnswer = Answer<unknown> & Pick<SignatureAnswer, "content">;

/** Makes a kind of examination. */
function kind(
  command: Pick<Command, "name" | "summary" | "examples" | "flags"> & {
    readonly operand: NonNullable<Command["operand"]>;
  },
  examine: (given: Arguments, context: Context, keyPath: string, path: string | undefined) => Promise<AnyAnswer>,
): Command {
  return {
    ...command,
    flags: { ...command.flags, json: { text: "print JSON" }, ...passphraseFlags },
    notes: [notice],
    async run(given, context) {
      const chosen = given.choices("language", [...languages, "none"]) ?? languages;
      const [keyPath, [path]] = [given.required("key"), given.operands];
      const signatures = "signature" in command.flags ? [given.required("signature")] : [];
      const payload = given.text("payload");
      const inputs = signatures.length > 0 ? given.operands : payload === undefined ? [path] : [path, payload];
      checkStandardInput(given, keyPath, ...signatures, ...inputs);
      const programs = languages.filter((name) => chosen.includes(name));
      await report(await examine(given, context, keyPath, path), programs, given, context);
    },
  };
}

const signature = kind(
  {
    name: "doctor signature",
    summary: "Say why a signature does not verify",
    operand: {
      name: "[FILE]",
      text: "the signed file; without it, only the signature is examined (- is standard input)",
    },
    flags: {
      key: { short: "k", value: "FILE", text: publicKeyText },
      signature: { short: "s", value: "FILE", text: "the signature, as you have it" },
      ...programFlags,
    },
    examples: ["doctor signature --key public.pem --signature letter.sig letter.txt"],
  },
  async (given, context, keyPath, messagePath) => {
    const publicKey = await readPublicKey(keyPath, given, context);
    const data = await readInput(given.required("signature"), most.signature, context);
    const message = messagePath === undefined ? undefined : await readInput(messagePath, most.message, context);
    return diagnoseSignature(await load(), { publicKey, signature: data, message });
  },
);

const ciphertext = kind(
  {
    name: "doctor ciphertext",
    summary: "Say how a ciphertext decrypts",
    operand: { name: "[FILE]", text: "the ciphertext, as you have it; default: standard input (-)" },
    flags: {
      key: { short: "k", value: "FILE", text: "the private key, in any format" },
      label: { value: "TEXT", text: "a label of OAEP to try; the empty one is always tried" },
      ...programFlags,
    },
    examples: [
      "doctor ciphertext --key private.pem secret.bin",
      "doctor ciphertext --key private.pem --label orders secret.b64",
    ],
  },
  async (given, context, keyPath, path) => {
    const privateKey = await readPrivateKey(keyPath, given, context);
    const data = await readInput(path, most.ciphertext, context);
    const label = given.text("label");
    return diagnoseCiphertext(await load(), {
      privateKey,
      ciphertext: data,
      labels: label === undefined ? [] : [label],
    });
  },
);

const pair = kind(
  {
    name: "doctor pair",
    summary: "Say whether a private key belongs to a public key or certificate",
    operand: { name: "[FILE]", text: `${publicKeyText}; default: standard input (-)` },
    flags: { key: { short: "k", value: "FILE", text: "the private key, in any format" } },
    examples: ["doctor pair --key private.pem certificate.pem"],
  },
  async (given, context, keyPath, path) => {
    const privateKey = await readPrivateKey(keyPath, given, context);
    return diagnoseKeyPair({ privateKey, publicKey: await readPublicKey(path, given, context) });
  },
);

const token = kind(
  {
    name: "doctor token",
    summary: "Say why a signed token (JWT) does not verify",
    operand: { name: "[FILE]", text: "the token; default: standard input (-)" },
    flags: {
      key: { short: "k", value: "FILE", text: `a JWK Set, a JWK, ${publicKeyText}` },
      payload: { value: "FILE", text: "the payload, if the token does not contain it" },
      ...programFlags,
    },
    examples: ["doctor token --key jwks.json token.txt"],
  },
  async (given, context, keyPath, path) => {
    const payloadPath = given.text("payload");
    const data = await readInput(keyPath, mostKeyBytes, context);
    const start = new TextDecoder().decode(data).replaceAll(/[\0\ufffd]/g, ""); // it can be UTF-16
    const isSeveral = /^\s*\{|-----END .*-----BEGIN /s.test(start); // perhaps of several keys
    const key = isSeveral ? data : await importKey(keyPath, data, "public", given, context);
    const text = await readInput(path, most.token, context);
    const payload = payloadPath === undefined ? undefined : await readInput(payloadPath, most.message, context);
    return diagnoseToken(await load(), { token: text, key: "publicKey" in key ? key.publicKey : key, payload });
  },
);

export const doctor: Command = {
  name: "doctor",
  summary: "Say why a signature, ciphertext, key pair or token does not fit",
  flags: {},
  commands: [signature, ciphertext, pair, token],
  examples: [
    "doctor signature --key public.pem --signature letter.sig letter.txt",
    "doctor ciphertext --key private.pem secret.bin",
  ],
  notes: [
    notice,
    "The doctor works locally. It tries encodings, paddings, hash functions, labels and variations of the message, says what it " +
      "found and how sure that is, and prints programs that verify or decrypt the file. It prints neither keys nor decrypted " +
      "messages. The exit code is 0 if it could examine the data, whatever its verdict.",
  ],
  async run() {
    throw new UsageError("say what to examine: signature, ciphertext, pair or token");
  },
};

/** Prints an answer; the content of a private encryption, which is public, only if it is text. */
async function report(
  { content, ...answer }: AnyAnswer,
  chosen: readonly (keyof Snippets)[],
  given: Arguments,
  context: Context,
): Promise<void> {
  const text = content !== undefined && isReadable(content) ? new TextDecoder().decode(content) : undefined;
  if (given.has("json")) {
    await print(context.stderr, `${notice}\n`);
    const snippets = Object.fromEntries(chosen.map((name) => [name, answer.snippets[name]]));
    return printJson({ ...answer, snippets, ...(text === undefined ? {} : { content: text }) }, context);
  }
  const findings = answer.findings.map(({ text: each, certainty, code }) => {
    const doubt = certainty === "certain" ? "" : ` (${certainty})`;
    return `* ${wrap(`${each}${doubt} [${code}]`, "  ")}\n`;
  });
  const found = text === undefined ? "" : `\nThe padded text is ${JSON.stringify(text)}.\n`;
  const programs = chosen.flatMap((name) => {
    const program = answer.snippets[name];
    return program === undefined ? [] : [`\n${snippetTitles[name]}:\n\n${program.replaceAll(/^(?=.)/gm, "  ")}`];
  });
  return print(
    context.stdout,
    [`${notice}\n\nVerdict: ${answer.verdict}\n\n`, ...findings, found, ...programs].join(""),
  );
}
