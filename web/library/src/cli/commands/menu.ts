import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { detectStream } from "../../files/detect.js";
import { decryptStream } from "../../files/hybrid/decrypt.js";
import { encryptStream } from "../../files/hybrid/encrypt.js";
import { largestCharactersAtOnce } from "../../files/incremental/codes.js";
import { decryptIncrementalStream } from "../../files/incremental/decrypt.js";
import { encryptIncrementalStream } from "../../files/incremental/encrypt.js";
import type { WorkerPrivateKey } from "../../workers/rsa-workers.js";
import type { Arguments } from "../arguments.js";
import { type Command, type Context, print } from "../context.js";
import { explain, Failure, systemFailure } from "../failure.js";
import { checkStandardInput, openInput } from "../input.js";
import { exportKey, passphraseFlags, readPrivateKey, readPublicKey } from "../keys.js";
import { judge, newKeyFlags } from "../new-key.js";
import { openOutput, pipeOutput, produceOutput } from "../output.js";

export const menu: Command = {
  name: "menu",
  summary: "Encrypt and decrypt from a menu, like the console program of an early paper",
  flags: {
    keys: { value: "FOLDER", text: "the folder of .rsaprivate and .rsapublic; default the home folder" },
    "modulus-length": { short: "n", value: "BITS", text: "n, the length of a new key's modulus; default 2048" },
    ...newKeyFlags,
    ...passphraseFlags,
  },
  examples: ["menu", "menu --keys ."],
  notes: [
    "If there are no keys yet, the first start makes them, in PEM and from the system's random numbers. (The paper's program " +
      "seeded rand() with the clock; anyone who knows the day finds such keys in seconds.) Leave the number of characters empty " +
      "for hybrid encryption, which protects the file; the paper's encryption does not.",
  ],
  async run(given, context) {
    checkStandardInput(given, "-"); // the answers come from standard input
    const folder = given.text("keys") ?? context.home;
    const files = { privateKey: join(folder, ".rsaprivate"), publicKey: join(folder, ".rsapublic") };
    const key = await ownKey(files, given, context);
    const input = { input: context.stdin, crlfDelay: Number.POSITIVE_INFINITY, signal: context.signal };
    const lines = createInterface(input)[Symbol.asyncIterator]();
    const ask: Ask = async (question) => {
      context.signal.throwIfAborted();
      await print(context.stdout, question);
      const next = await lines.next();
      return next.done ? undefined : next.value.trim();
    };
    for (;;) {
      const choice = await ask("\n1  Encrypt a file\n2  Decrypt a file\n3  Check the key pair\n4  Quit\n> ");
      if (choice === undefined || choice === "4") return;
      try {
        if (choice === "1") await encryptFile(files.publicKey, ask, given, context);
        else if (choice === "2") await decryptFile(key, ask, context);
        else if (choice === "3") await checkPair(key, files, given, context);
        else await print(context.stdout, "Please enter 1, 2, 3 or 4.\n");
      } catch (error) {
        context.signal.throwIfAborted();
        await print(context.stdout, `${explain(error).message}\n`); // then show the menu again
      }
    }
  },
};

/** Asks a question and returns the answer; undefined at the end of the input. */
type Ask = (question: string) => Promise<string | undefined>;

/** Reads the user's key, or makes one if there is none. */
async function ownKey(
  files: { privateKey: string; publicKey: string },
  given: Arguments,
  context: Context,
): Promise<WorkerPrivateKey> {
  if (await isThere(files.privateKey)) return readPrivateKey(files.privateKey, given, context);
  if (await isThere(files.publicKey)) {
    throw new Failure(
      `${files.publicKey}: this public key exists without its private key ${files.privateKey}; move it away first`,
    );
  }
  const modulusLength = given.whole("modulus-length") ?? 2048;
  const rsa = await context.rsa();
  const { signal } = context;
  const params = { variant: "crt", modulusLength } as const;
  const options = { ...(await judge("menu", params, given, context)), signal };
  const make = async () => {
    await print(context.stdout, `There is no key yet: making one of ${modulusLength} bits.\n`);
    return exportKey(await rsa.generateKey(params, options), "pkcs8-pem", context);
  };
  await produceOutput(files.privateKey, make, { secret: true }, context);
  const key = await readPrivateKey(files.privateKey, given, context);
  await produceOutput(files.publicKey, () => exportKey(key.publicKey, "spki-pem", context), {}, context);
  await print(context.stdout, `The private key is in ${files.privateKey}, the public key in ${files.publicKey}.\n`);
  return key;
}

/** Whether a file exists. Throws if that cannot be determined: a key that cannot be reached must not be made again. */
async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return false;
    throw systemFailure(path, error);
  }
}

async function encryptFile(ownPublicKey: string, ask: Ask, given: Arguments, context: Context): Promise<void> {
  const path = await answer(ask, "File to encrypt: ");
  const keyPath = (await ask("The recipient's public key (empty: your own): ")) || ownPublicKey;
  const key = await readPublicKey(keyPath, given, context);
  const most = largestCharactersAtOnce(key.modulus);
  const characters =
    (await ask(`Characters at a time, 1 to ${most} (empty: hybrid encryption, which protects): `)) ?? "";
  if (!/^\d*$/.test(characters)) throw new Failure(`${JSON.stringify(characters)} is not a number`);
  const { signal } = context;
  const stream =
    characters === ""
      ? encryptStream(key, { signal })
      : encryptIncrementalStream(key, { charactersAtOnce: Number(characters), signal });
  const output = await openOutput(await answer(ask, "File to write: "), {}, context);
  const input = await openInput(path, context).catch(async (error: unknown) => {
    await output.discard();
    throw error;
  });
  await pipeOutput(input.stream.pipeThrough(stream), output, signal);
  await print(context.stdout, "Done.\n");
}

async function decryptFile(key: WorkerPrivateKey, ask: Ask, context: Context): Promise<void> {
  const path = await answer(ask, "File to decrypt: ");
  const { format, stream: encrypted } = await detectStream((await openInput(path, context)).stream);
  try {
    if (format === undefined) throw new Failure(`${path}: not an encrypted file`);
    if (format === "incremental") {
      await print(context.stdout, "The file is incremental: nothing shows whether it was changed, or who wrote it.\n");
    }
    const target = await ask("File to write (empty: show it here): ");
    const { signal } = context;
    const stream = format === "hybrid" ? decryptStream(key, { signal }) : decryptIncrementalStream(key, { signal });
    const output = await openOutput(target || undefined, { secret: true, foreign: true }, context);
    await pipeOutput(encrypted.pipeThrough(stream), output, signal);
  } catch (error) {
    if (!encrypted.locked) await encrypted.cancel();
    throw error;
  }
  await print(context.stdout, "\nDone.\n");
}

/** Checks that the numbers are consistent, the files belong together, and one key decrypts what the other encrypts. */
async function checkPair(
  key: WorkerPrivateKey,
  files: { privateKey: string; publicKey: string },
  given: Arguments,
  context: Context,
): Promise<void> {
  const { signal } = context;
  await key.check({ signal });
  const publicKey = await readPublicKey(files.publicKey, given, context);
  const [own, theirs] = [
    await key.publicKey.fingerprint("spki", { signal }),
    await publicKey.fingerprint("spki", { signal }),
  ];
  if (own !== theirs) throw new Failure(`${files.publicKey}: this key does not belong to ${files.privateKey}`);
  const { messageLength, modulusLength } = publicKey;
  const block = new Uint8Array(modulusLength >> 3);
  // Below the modulus, and for unbalanced keys below the bound of messages.
  crypto.getRandomValues(block.subarray(-Math.min(block.length - 1, (messageLength ?? modulusLength) >> 3)));
  const decrypted = await key.decryptRaw(await publicKey.encryptRaw(block, { signal }), { signal });
  if (!decrypted.every((byte, index) => byte === block[index]))
    throw new Failure("the private key does not decrypt what the public key encrypts");
  await print(
    context.stdout,
    `The numbers are consistent, the files belong together, and a random block was decrypted. Fingerprint:\n${own}\n`,
  );
}

async function answer(ask: Ask, question: string): Promise<string> {
  const text = await ask(question);
  if (text) return text;
  throw new Failure("Nothing was done.");
}
