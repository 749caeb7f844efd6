// A user's program: a private operation of 4096 bits on a device that multiplies 2048.
import { load } from "rsa-variants";
import { load as loadInline } from "rsa-variants/inline";
import { Device } from "rsa-variants/xrsa";

const result = { answers: [], multiplications: [] };
for (const rsa of [await load(), await loadInline()]) {
  const key = rsa.generateKey({ variant: "crt", modulusLength: 4096 });
  const block = key.publicKey.encryptRaw(new Uint8Array([42]));
  const { message, report } = new Device(rsa).decryptRaw(key, block);
  result.answers.push(message.at(-1));
  result.multiplications.push(report.total.multiplications);
  key.free();
}
console.log(JSON.stringify(result));
