// A user's program: blind signatures, verdicts, attacks and the device in workers, which are left running.
import { connect } from "rsa-variants";
import { connect as connectBlind } from "rsa-variants/blind";
import { connect as connectSecurity } from "rsa-variants/security";
import { connect as connectXrsa } from "rsa-variants/xrsa";

const [rsa, blind, security, xrsa] = await Promise.all(
  [connect, connectBlind, connectSecurity, connectXrsa].map((start) => start({ workers: 1 })),
);
const key = await rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
const { verdict } = await security.assess(key);
const { target } = await security.demonstration("small-private-exponent", { modulusLength: 256 });
const { found } = await security.runAttack("small-private-exponent", target);
const device = await xrsa.device({ multiplierLength: 512 });
const { message } = await device.decryptRaw(key, await key.publicKey.encryptRaw(new Uint8Array([42])));
const suite = blind.suite("RSABSSA-SHA384-PSS-Deterministic");
const blinded = await suite.blind(key.publicKey, message);
const signature = await suite.finalize(
  key.publicKey,
  message,
  await suite.blindSign(key, blinded.blindedMessage),
  blinded.inverse,
);
const signed = await suite.verify(key.publicKey, signature, message);
console.log(JSON.stringify({ verdict, found, answer: message.at(-1), signed }));
