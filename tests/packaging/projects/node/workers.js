// A user's program: verdicts, attacks and the device in workers, which are left running.
import { connect } from "rsa-variants";
import { connect as connectSecurity } from "rsa-variants/security";
import { connect as connectXrsa } from "rsa-variants/xrsa";

const [rsa, security, xrsa] = await Promise.all(
  [connect, connectSecurity, connectXrsa].map((start) => start({ workers: 1 })),
);
const key = await rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
const { verdict } = await security.assess(key);
const { target } = await security.demonstration("small-private-exponent", { modulusLength: 256 });
const { found } = await security.runAttack("small-private-exponent", target);
const device = await xrsa.device({ multiplierLength: 256 });
const { message } = await device.decryptRaw(key, await key.publicKey.encryptRaw(new Uint8Array([42])));
console.log(JSON.stringify({ verdict, found, answer: message.at(-1) }));
