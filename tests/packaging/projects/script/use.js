// A classic script: everything comes from the global that rsa-variants.min.js defines.
(async () => {
  const { connect, files, load, security, theory, xrsa } = globalThis.rsaVariants;
  const rsa = await load();
  const made = rsa.generateKey({ variant: "crt", modulusLength: 512 }, { allowBroken: true });
  const key = await rsa.importPrivateKey(await made.export("pkcs8-pem"));
  const workers = await connect({ workers: 1 });
  const remote = await workers.importPrivateKey(await made.export("pkcs8-pem"));
  const there = (await remote.decryptRaw(await remote.publicKey.encryptRaw(new Uint8Array([42])))).at(-1);
  await workers.close();
  const verdicts = await security.load();
  const judges = await security.connect({ workers: 1 });
  const { target } = await judges.demonstration("small-private-exponent", { modulusLength: 512 });
  const { found } = await judges.runAttack("small-private-exponent", target);
  await judges.close();
  const device = new xrsa.Device(await xrsa.load());
  return {
    build: rsa.build,
    length: key.params.modulusLength,
    there,
    files: typeof files.encryptBytes,
    verdict: verdicts.assess({ variant: "crt", modulusLength: 3072 }).verdict,
    found,
    multiplications: device.plan({ modulusLength: 4096 }).total.multiplications,
    theory: theory.theoreticalSpeedup({ variant: "crt", modulusLength: 2048 }) > 1,
  };
})().then(
  (result) => {
    document.title = JSON.stringify(result);
  },
  (error) => {
    document.title = JSON.stringify({ code: error.code, message: error.message });
  },
);
