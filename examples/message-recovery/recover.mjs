// Signatures with message recovery: ISO/IEC 9796-2, scheme 1, as smart cards and tachographs have them. The signature contains the
// beginning of the message. Read old data with it; for new data use RSA-PSS, because some signatures of this scheme can be forged
// (Coron, Naccache, Tibouchi and Weinmann, 2009).
import { createHash } from "node:crypto";
import { load } from "rsa-variants";

const trailer = [0x34, 0xcc]; // SHA-256 is number 34 of ISO/IEC 10118
const hashLength = 32;
const hash = (message) => createHash("sha256").update(message).digest();

/** Returns the signature, and the rest of the message that is not in it. */
function sign(key, message) {
  const length = key.params.modulusLength / 8;
  const room = length - hashLength - trailer.length - 1;
  const recoverable = message.subarray(0, room);
  const filling = room - recoverable.length;
  // The header says whether a part of the message is missing, and whether filling follows: BB … BA.
  const header = (message.length > room ? 0x60 : 0x40) | (filling > 0 ? 0x0b : 0x0a);
  const fill = Buffer.alloc(filling, 0xbb);
  if (filling > 0) fill[filling - 1] = 0xba;
  const block = Buffer.concat([Buffer.of(header), fill, recoverable, hash(message), Buffer.from(trailer)]);
  return { signature: key.decryptRaw(block), rest: message.subarray(room) };
}

/** Returns the whole message, or throws. */
function recover(publicKey, signature, rest) {
  const block = Buffer.from(publicKey.encryptRaw(signature));
  const [header = 0] = block;
  const isPart = (header & 0xe0) === 0x60;
  const end = block.length - hashLength - trailer.length;
  const filled = header & 1 ? block.indexOf(0xba) : 0;
  const isFilled = filled >= 0 && block.subarray(1, Math.max(1, filled)).every((byte) => byte === 0xbb);
  const isBlock = isFilled && (header & 0x9e) === 0x0a && block.subarray(-2).equals(Buffer.from(trailer));
  const message = Buffer.concat([block.subarray(filled + 1, end), rest]);
  const isSigned = hash(message).equals(block.subarray(end, end + hashLength));
  if (!isBlock || !isSigned || isPart !== rest.length > 0) throw new Error("the signature is not valid");
  return message;
}

const rsa = await load();
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
const message = Buffer.from(process.argv[2] ?? "a short message");
const { signature, rest } = sign(key, message);
console.log(`${rest.length} of ${message.length} bytes are not in the signature`);
console.log(recover(key.publicKey, signature, rest).toString());
signature[9] ^= 1;
try {
  recover(key.publicKey, signature, rest);
} catch (error) {
  console.log(`after a change: ${error.message}`);
}
key.free();
