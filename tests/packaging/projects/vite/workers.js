// A page with every library in workers; with ?own in workers of its own script.
import { connect } from "rsa-variants";
import { connect as connectBlind } from "rsa-variants/blind";
import { connect as connectSecurity } from "rsa-variants/security";
import { connect as connectXrsa } from "rsa-variants/xrsa";
import { report } from "./report.js";

async function run() {
  const own = () => new Worker(new URL("./own-worker.js", import.meta.url), { type: "module" });
  const options = new URLSearchParams(location.search).has("own") ? { workers: 1, worker: own } : { workers: 1 };
  const opening = [connect, connectBlind, connectSecurity, connectXrsa].map((start) => start(options));
  const [rsa, blind, security, xrsa] = await Promise.all(opening);
  const key = await rsa.generateKey({ variant: "crt", modulusLength: 1024 }, { allowBroken: true });
  const { verdict } = await security.assess(key);
  const { target } = await security.demonstration("small-private-exponent", { modulusLength: 256 });
  const { found } = await security.runAttack("small-private-exponent", target);
  const device = await xrsa.device({ multiplierLength: 512 });
  const { message } = await device.decryptRaw(key, await key.publicKey.encryptRaw(new Uint8Array([42])));
  const suite = blind.suite("RSABSSA-SHA384-PSS-Deterministic");
  const { blindedMessage, inverse } = await suite.blind(key.publicKey, message);
  const answer = await suite.blindSign(key, blindedMessage);
  const signature = await suite.finalize(key.publicKey, message, answer, inverse);
  const signed = await suite.verify(key.publicKey, signature, message);
  return { verdict, found, answer: message.at(-1), signed };
}

report(run());
