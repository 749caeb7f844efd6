// What editors show of a call: TypeScript's language service is asked as an editor asks it, with the published declarations.
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { root } from "./documents.ts";
import { compilerOptions } from "./reference.ts";

const setUp = `
import { connect, load } from "rsa-variants";
import { sign } from "rsa-variants/files";
import { connect as connectBlind } from "rsa-variants/blind";
import { connect as connectSecurity, load as loadSecurity } from "rsa-variants/security";
import { connect as connectXrsa, Device, load as loadXrsa } from "rsa-variants/xrsa";
const rsa = await load();
const workers = await connect();
const key = rsa.generateKey({ variant: "crt", modulusLength: 2048 });
const workerKey = await workers.generateKey({ variant: "crt", modulusLength: 2048 });
const security = await loadSecurity();
const securityWorkers = await connectSecurity();
const blindWorkers = await connectBlind();
const workerSuite = blindWorkers.suite("RSABSSA-SHA384-PSS-Randomized");
const device = new Device(await loadXrsa());
const xrsaWorkers = await connectXrsa();
const workerDevice = await xrsaWorkers.device();
`;

/** The last name of each expression, what its hover says, and the beginning of its type. */
const hovers: [expression: string, text: string, type?: string][] = [
  ["load", "Loads"],
  ["sign", "Signs a file of any size"],
  ["rsa.generateKey", "Generates a key."],
  ["key.decrypt", "Decrypts a ciphertext"],
  ["key.sign", "Hashes and signs data."],
  ["key.check", "Checks that the numbers"],
  ["key.components", "Returns the numbers of the key."],
  ["key.publicKey.encrypt", "Encrypts a short message"],
  [
    "workers.generateKey",
    "Generates a key.",
    "(params: KeyParams, options?: GenerateKeyOptions | undefined): Promise<WorkerPrivateKey>",
  ],
  ["workers.importKeys", "Imports all keys of a file"],
  ["workers.modPow", "Computes base^exponent mod modulus."],
  [
    "workers.checkParams",
    "Checks key parameters without making a key.",
    "(params: KeyParamValues, options?: AbortOptions | undefined): Promise<KeyParams>",
  ],
  ["workers.close", "Ends all workers."],
  ["workerKey.decrypt", "Decrypts a ciphertext"],
  ["workerKey.sign", "Hashes and signs data."],
  ["workerKey.check", "Checks that the numbers"],
  ["workerKey.decryptRaw", "The private operation without padding"],
  ["workerKey.decryptRawMany", "Like `decryptRaw`, for many blocks"],
  ["workerKey.toCryptoKey", "Converts the key to a `CryptoKey`"],
  ["workerKey.export", "Writes the key in a worker"],
  ["workerKey.publicKey.encrypt", "Encrypts a short message"],
  ["workerKey.publicKey.verify", "Verifies a signature"],
  ["workerKey.publicKey.fingerprint", "Returns a hash that identifies the key."],
  ["security.assess", "Assesses parameters"],
  ["securityWorkers.assess", "Assesses parameters in a worker"],
  ["securityWorkers.runAttack", "Attacks a key."],
  ["blindWorkers.issuerKey", "Prepares a private key to issue partially blind signatures"],
  ["workerSuite.blindMany", "Blinds many prepared messages for one key"],
  ["workerSuite.blindSign", "Signs a blinded message"],
  ["device.plan", "Returns the counts of a private operation"],
  [
    "workerDevice.plan",
    "Returns the counts of a private operation",
    "(shape: KeyShape, options?: ModeOptions | undefined): Promise<Report>",
  ],
  ["workerDevice.decryptRaw", "The private operation without padding"],
  ["workerDevice.generateKey", "Makes a key on the device."],
  ["workerDevice.publicModulus", "Computes N from the primes"],
  ["xrsaWorkers.decryptRawInSoftware", "The naive method"],
  ["xrsaWorkers.device", "Makes a device in these workers."],
];

// Below web/library, where its own name leads to it.
const file = join(root, "web", "library", "hover.ts");
const lines = [...setUp.split("\n"), ...hovers.map(([expression]) => `${expression};`)];
const source = lines.join("\n");

const service = ts.createLanguageService({
  getCompilationSettings: () => compilerOptions,
  getScriptFileNames: () => [file],
  getScriptVersion: () => "1",
  getScriptSnapshot: (name) => {
    const text = name === file ? source : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: ts.getDefaultLibFilePath,
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: (name) => (name === file ? source : ts.sys.readFile(name)),
  directoryExists: ts.sys.directoryExists,
  getDirectories: ts.sys.getDirectories,
  realpath: (path) => ts.sys.realpath?.(path) ?? path,
});

function hoverOf(expression: string): ts.QuickInfo {
  const end = source.lastIndexOf(`\n${expression};`) + 1 + expression.length;
  const info = service.getQuickInfoAtPosition(file, end - 1);
  if (info === undefined) throw new Error(`${expression} has no hover`);
  return info;
}

describe("an editor", () => {
  it("finds no mistake in the calls", () => {
    const faults = [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file)];
    expect(faults.map(({ messageText }) => messageText)).toEqual([]);
  });

  it.each(hovers)("shows the documentation of %s", (...[expression, text, type = ""]) => {
    const { documentation, displayParts, tags = [] } = hoverOf(expression);
    const shown = ts.displayPartsToString(displayParts);
    expect(ts.displayPartsToString(documentation)).toContain(text);
    expect(shown).toContain(type);
    // That of a call in workers is on this thread's.
    if (!/^(worker|\w+Workers)/.test(expression)) expect(tags.map(({ name }) => name)).toContain("example");
  });

  it("shows parameters and errors of a call in workers", () => {
    const { tags = [] } = hoverOf("workerKey.decrypt");
    const texts = tags.map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`);
    expect(texts.join("\n")).toMatch(/@param algorithm the algorithm(.|\n)*@throws RsaError `decryption-failed`/);
  });
});
