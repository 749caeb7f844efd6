// A user's program: a private operation of 4096 bits on a device that multiplies 2048, with keys of either entry. The file
// of the device is read by its name in the package, as where it does not lie beside the script.
import { readFile } from "node:fs/promises";
import { load } from "rsa-variants";
import { load as loadInline } from "rsa-variants/inline";
import { Device, load as loadXrsa } from "rsa-variants/xrsa";

const file = new URL(import.meta.resolve("rsa-variants/wasm/rsa-variants-xrsa.wasm"));
const xrsa = await loadXrsa({ source: await readFile(file) });
if (xrsa !== (await loadXrsa())) throw new Error("it was loaded twice");
const device = new Device(xrsa);
const result = { answers: [], multiplications: [] };
const made = (await load()).generateKey({ variant: "crt", modulusLength: 4096 });
for (const key of [made, (await loadInline()).keyFromComponents(made.params, made.components())]) {
  const block = key.publicKey.encryptRaw(new Uint8Array([42]));
  const { message, report } = device.decryptRaw(key, block);
  result.answers.push(message.at(-1));
  result.multiplications.push(report.total.multiplications);
  key.free();
}
console.log(JSON.stringify(result));
