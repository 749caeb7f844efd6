import { connect, load } from "rsa-variants/inline";

const rsa = await load();
const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
const workers = await connect({ workers: 1 });
const remote = await workers.importPrivateKey(await made.export("pkcs8-pem"));
const there = (await remote.decryptRaw(await remote.publicKey.encryptRaw(new Uint8Array([42])))).at(-1);
// The worker is left running: idle, it must not keep the process alive.
console.log(JSON.stringify({ answer: String(rsa.modPow(3n, 5n, 101n)), length: key.params.modulusLength, there }));
