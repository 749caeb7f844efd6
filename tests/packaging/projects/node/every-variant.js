// A user's program: keys, encryption and decryption of every variant, on this thread and in workers.
import { connect, load, variants } from "rsa-variants";

const rsa = await load();
const workers = await connect({ workers: 2 });
const done = [];
for (const variant of variants) {
  // Keys of scheme-a take minutes at a length of use; a short one shows the same.
  const params =
    variant === "scheme-a" ? { variant, modulusLength: 256, crtExponentLength: 40 } : { variant, modulusLength: 512 };
  const bytes = params.modulusLength / 8;

  const key = rsa.generateKey(params, { allowBroken: true });
  const messages = key.publicKeys.map((_, i) => new Uint8Array(bytes).fill(i + 1, bytes - 3));
  const blocks = key.publicKeys.map((publicKey, i) => publicKey.encryptRaw(messages[i]));
  const answers = variant === "batch" ? key.decryptRawBatch(blocks) : blocks.map((block) => key.decryptRaw(block));
  if (JSON.stringify(answers) !== JSON.stringify(messages)) throw new Error(`${variant} answers wrongly`);

  const read = await rsa.importPrivateKey(JSON.stringify(await key.export("json")));
  const algorithm = { name: "RSA-PSS", hash: "SHA-1", saltLength: 8 };
  // The short key of scheme-a has no room for a signature, and unbalanced keys have none.
  const signs = variant !== "scheme-a" && variant !== "unbalanced";
  if (signs && !key.publicKey.verify(algorithm, read.sign(algorithm, blocks[0]), blocks[0])) {
    throw new Error(`${variant} signs wrongly`);
  }
  read.free();

  const remote = await workers.keyFromComponents(key.params, key.components());
  const answer = await remote.decryptRaw(await remote.publicKey.encryptRaw(messages[0]));
  if (answer.join() !== messages[0].join()) throw new Error(`${variant} answers wrongly in a worker`);
  key.free();
  done.push(variant);
}
// The workers are left running: idle, they must not keep the process alive.
console.log(JSON.stringify(done));
