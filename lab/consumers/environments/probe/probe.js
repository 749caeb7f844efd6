// What every environment does with the packages. It returns a report instead of throwing, so that one row shows all that fails.

/** The steps, in order. */
export const steps = [
  "load",
  "key",
  "OAEP",
  "PSS",
  "PEM",
  "blind",
  "powers",
  "connect",
  "files",
  "assess",
  "attack",
  "plan",
  "theory",
  "doctor",
  "error",
];

const needsKey = new Set(["OAEP", "PSS", "PEM", "blind", "files", "assess", "doctor"]);

const text = "A letter.";
const data = () => Uint8Array.from(text, (character) => character.charCodeAt(0));
const same = (bytes) => bytes.length === text.length && data().every((byte, index) => byte === bytes[index]);

function check(isTrue, what) {
  if (!isTrue) throw new Error(`wrong: ${what}`);
}

/** Does all steps with the namespaces of the packages' entries; "ok" or the error for each. `powers` is not in every environment. */
export async function probe({ main, blind, files, security, xrsa, theory, doctor, powers }) {
  const report = {};
  let rsa;
  let key;
  const work = {
    async load() {
      rsa = await main.load();
      check(rsa.modPow(3n, 5n, 101n) === 41n, "modPow");
    },
    key() {
      if (rsa === undefined) return; // load says why
      key = rsa.generateKey({ variant: "multi-prime", modulusLength: 2048 });
    },
    OAEP() {
      const block = key.publicKey.encrypt({ name: "RSA-OAEP" }, data());
      check(same(key.decrypt({ name: "RSA-OAEP" }, block)), "decrypt");
    },
    PSS() {
      const signature = key.sign({ name: "RSA-PSS" }, data());
      check(key.publicKey.verify({ name: "RSA-PSS" }, signature, data()), "verify");
    },
    async PEM() {
      const password = "correct horse battery staple";
      const pem = await key.export("pkcs8-pem", { password });
      check(pem.includes("ENCRYPTED PRIVATE KEY"), "export");
      const read = await rsa.importPrivateKey(pem, { password });
      check(read.publicKey.modulus === key.publicKey.modulus, "import");
    },
    async blind() {
      const suite = (await blind.load()).suite("RSABSSA-SHA384-PSS-Randomized");
      const message = suite.prepare(data());
      const issuer = rsa.generateKey({ variant: "crt", modulusLength: 2048 }); // its key does nothing else
      const { blindedMessage, inverse } = suite.blind(issuer.publicKey, message);
      const signature = suite.finalize(issuer.publicKey, message, suite.blindSign(issuer, blindedMessage), inverse);
      check(suite.verify(issuer.publicKey, signature, message), "verify");
      issuer.free();
    },
    async powers() {
      const group = (await powers.load()).modulus(2n ** 521n - 1n);
      check(group.pow(3n, 5n).toBigInt() === 243n, "pow");
      group.free();
    },
    async connect() {
      const workers = await main.connect({ workers: 2 });
      try {
        let progress = 0;
        const onProgress = () => progress++;
        const there = await workers.generateKey({ variant: "multi-prime", modulusLength: 2048 }, { onProgress });
        check(progress > 0, "progress");
        const block = await there.publicKey.encrypt({ name: "RSA-OAEP" }, data());
        check(same(await there.decrypt({ name: "RSA-OAEP" }, block)), "decrypt");
        const pem = await there.export("pkcs8-pem");
        check(pem.includes("PRIVATE KEY"), "export");
        const stop = new AbortController();
        const long = workers.generateKey({ variant: "crt", modulusLength: 16384 }, { signal: stop.signal });
        setTimeout(() => stop.abort(), 20);
        check(
          (await long.then(
            () => "done",
            ({ name }) => name,
          )) === "AbortError",
          "abort",
        );
      } finally {
        await workers.close();
      }
      const others = await Promise.all([security, xrsa, blind].map((each) => each.connect({ workers: 1 })));
      try {
        check((await others[0].assess({ variant: "crt", modulusLength: 3072 })).verdict === "good", "assess");
        check((await others[1].device({ multiplierLength: 256 })) !== undefined, "device");
        const suite = others[2].suite("RSABSSA-SHA384-PSS-Randomized");
        check((await suite.prepare(data())).length === 32 + text.length, "prepare");
      } finally {
        await Promise.all(others.map((each) => each.close()));
      }
    },
    async files() {
      const encrypted = await files.encryptBytes(key.publicKey, data());
      check(same(await files.decryptBytes(key, encrypted)), "decryptBytes");
    },
    async assess() {
      const { verdict } = (await security.load()).assess(key);
      check(verdict === "none-found", `verdict ${verdict}`);
    },
    async attack() {
      const library = await security.load();
      const { target } = await library.demonstration("fault", { modulusLength: 256 });
      check((await library.runAttack("fault", target)).found, "attack");
    },
    async plan() {
      const device = new xrsa.Device(await xrsa.load());
      check(device.plan({ modulusLength: 4096 }).total.multiplications === 5006, "plan");
    },
    theory() {
      check(theory.published.length > 0, "published");
    },
    async doctor() {
      const signature = key.sign({ name: "RSA-PSS" }, data());
      const { verdict } = await doctor.diagnoseSignature(rsa, { publicKey: key.publicKey, signature, message: text });
      check(verdict === "fits", `verdict ${verdict}`);
    },
    async error() {
      const error = await main.load({ build: "fastest" }).catch((reason) => reason);
      check(error instanceof main.RsaError && error.code === "invalid-params", "code");
    },
  };
  for (const name of steps) {
    if (needsKey.has(name) && key === undefined) {
      report[name] = "skipped: there is no key";
      continue;
    }
    if (name === "powers" && powers === undefined) {
      report[name] = "skipped: modular-powers is not here";
      continue;
    }
    try {
      await work[name]();
      report[name] = "ok";
    } catch (error) {
      report[name] = `${error?.code ?? error?.name}: ${error?.message ?? error}`;
    }
  }
  return report;
}
