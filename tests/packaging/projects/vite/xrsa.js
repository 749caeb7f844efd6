// A page with the device alone, which makes its own key; without ?load it only imports.
import { Device, load, modes } from "rsa-variants/xrsa";
import { report } from "./report.js";

async function run() {
  if (!new URLSearchParams(location.search).has("load")) return { modes: modes.length };
  const device = new Device(await load(), { multiplierLength: 256 });
  const { components } = device.generateKey({ modulusLength: 512 });
  const { message } = device.decryptRaw(components, new Uint8Array([1]));
  return { answer: message.at(-1), length: device.publicModulus(components).modulus.toString(2).length };
}

report(run());
