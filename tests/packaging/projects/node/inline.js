import { load } from "rsa-variants/inline";

const rsa = await load();
const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
console.log(JSON.stringify({ answer: String(rsa.modPow(3n, 5n, 101n)), length: key.params.modulusLength }));
