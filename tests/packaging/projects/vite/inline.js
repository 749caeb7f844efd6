import { load } from "rsa-variants/inline";
import { Device } from "rsa-variants/xrsa";

load().then(
  (rsa) => {
    const key = rsa.generateKey({ variant: "crt", modulusLength: 512 });
    const block = key.publicKey.encryptRaw(new Uint8Array([42]));
    const device = new Device(rsa, { multiplierLength: 256 }).decryptRaw(key, block).message.at(-1);
    document.title = JSON.stringify({ build: rsa.build, answer: String(rsa.modPow(3n, 5n, 101n)), device });
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code });
  },
);
