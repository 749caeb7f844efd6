// Reads a public key and verifies a signature: deno run --allow-read verify.ts key.pem message signature
import { load } from "rsa-variants";

const [keyFile, messageFile, signatureFile] = Deno.args;
if (signatureFile === undefined) {
  console.error("usage: verify.ts PUBLIC-KEY MESSAGE SIGNATURE");
  Deno.exit(2);
}
const rsa = await load();
const key = await rsa.importPublicKey(await Deno.readFile(keyFile));
const [message, signature] = [await Deno.readFile(messageFile), await Deno.readFile(signatureFile)];
const isValid = key.verify("PS256", signature, message) || key.verify("RS256", signature, message);
console.log(isValid ? "the signature is valid" : "the signature is NOT valid");
Deno.exit(isValid ? 0 : 1);
