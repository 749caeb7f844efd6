import { readFile } from "node:fs/promises";
import { formatBytes } from "@rsa-variants/measure/text/format";
import { inWords, letters, refusedBy } from "@rsa-variants/measure/text/params";
import { TemporaryFiles } from "@rsa-variants/page/workbench/jobs/deliver.ts";
import { decrypt, encrypt } from "@rsa-variants/page/workbench/jobs/operations.ts";
import { progressText } from "@rsa-variants/page/workbench/jobs/work.ts";
import {
  changeNewKey,
  defaultNewKey,
  fileContent,
  fileName,
  formatsFor,
  type KeyEntry,
  optionText,
  withAdvice,
  withVariant,
} from "@rsa-variants/page/workbench/keys/entry.ts";
import { addProgress } from "@rsa-variants/page/workbench/keys/keyring.ts";
import { type Outcome, tabOf } from "@rsa-variants/page/workbench/state.ts";
import { connect, type KeyParams, RsaError, type RsaWorkers } from "rsa-variants";
import { armor } from "rsa-variants/files";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Folder } from "../../cli/support.ts";

describe("the page and the command line", () => {
  let folder: Folder;
  let workers: RsaWorkers;
  let entry: KeyEntry;
  const text = "Für dich: 2 Zeilen,\nund eine Unterschrift.\n".repeat(100);
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  const intoPage = { destination: "page", files: new TemporaryFiles() } as const;
  beforeAll(async () => {
    folder = await Folder.make();
    await folder.succeed(["keygen", "-n", "1024", "-o", "key.pem", "--public-out", "public.pem"]);
    workers = await connect({ workers: 1 });
    const privateKey = await workers.importPrivateKey(await readFile(folder.file("key.pem"), "utf8"));
    entry = { id: 1, name: "key", publicKey: privateKey.publicKey, privateKey, fingerprint: "", isInFile: true };
  });
  afterAll(async () => {
    await workers.close();
    await folder.remove();
  });

  /** The text that the page shows. */
  async function shown(work: Promise<Outcome | undefined>): Promise<string | undefined> {
    const outcome = await work;
    return outcome?.kind === "result" ? outcome.result.text : undefined;
  }
  const decrypted = (message: string) =>
    shown(decrypt(entry, { fileName: undefined, blob: new Blob([message]) }, intoPage, options));

  it("armor alike, and decrypt each other's", async () => {
    const source = { fileName: undefined, blob: new Blob([text]) };
    const choice = { mode: "hybrid", charactersAtOnce: 1 } as const;
    const outcome = await encrypt([entry], source, choice, intoPage, options);
    if (outcome?.kind !== "result") throw new Error("no result");
    const ofPage = outcome.result.text ?? "";
    expect((await folder.succeed(["decrypt", "-k", "key.pem"], ofPage)).toString()).toBe(text);
    const ofCommandLine = (await folder.succeed(["encrypt", "-k", "public.pem", "--armor"], text)).toString();
    expect(await decrypted(ofCommandLine)).toBe(text);
    // Two encryptions differ, but in the same places.
    const shape = (armored: string) => armored.replace(/^[A-Za-z0-9+/]*(?==*$)/gm, (line) => "x".repeat(line.length));
    expect(shape(ofPage)).toBe(shape(ofCommandLine));
    expect(ofPage).toBe(armor(new Uint8Array(await outcome.result.blob.arrayBuffer())));
  });
});

describe("words and names", () => {
  it("counts bytes in the units of files", () => {
    expect([0, 1, 1023, 1024, 1536, 2 ** 20, 2.5 * 2 ** 30].map(formatBytes)).toEqual([
      "0 bytes",
      "1 byte",
      "1023 bytes",
      "1.00 KiB",
      "1.50 KiB",
      "1.00 MiB",
      "2.50 GiB",
    ]);
  });

  it("tells how fast and how long once there is something to go by", () => {
    const total = 100 * 2 ** 20;
    expect(progressText({ done: 0, total, milliseconds: 9000 })).toBe("0 bytes of 100 MiB");
    expect(progressText({ done: total / 4, total, milliseconds: 5000 })).toBe(
      "25.0 MiB of 100 MiB, 5.00 MiB/s, about 15 s left",
    );
  });

  it("has a letter of the papers for the parameter that the library refuses", () => {
    const place = { parameter: "crtExponentLength", problem: "is 9 bits" };
    const refused = refusedBy(new RsaError("invalid-params", "crtExponentLength is 9 bits", place));
    expect(inWords(refused, letters)).toBe("w is 9 bits");
    expect(inWords({ message: "crtExponentLength is 9 bits" }, letters)).toBe("crtExponentLength is 9 bits");
  });

  it("makes names of files that every system takes", () => {
    expect(fileName("a/b\\c: d?")).toBe("a-b-c-d");
    expect(fileName("..")).toBe("key");
    expect(fileName("Schlüssel 1")).toBe("schlüssel-1");
    expect(fileName("fast, short e")).toBe("fast-short-e");
    expect(fileContent({ kty: "RSA" })).toBe('{\n  "kty": "RSA"\n}\n');
    const formats = (params: KeyParams) => formatsFor({ params }).map(({ format }) => format);
    expect(formats({ variant: "batch", modulusLength: 2048 })).toEqual(["json"]);
    expect(formats({ variant: "crt", modulusLength: 2048 })).toHaveLength(7);
    expect(formats({ variant: "multi-prime", modulusLength: 2048, primes: 2 })).toContain("openssh");
    expect(formats({ variant: "multi-prime", modulusLength: 2048, primes: 3 })).not.toContain("openssh");
  });

  it("tells keys of one name apart by their fingerprints", () => {
    const key = (name: string, fingerprint: string) =>
      ({ name, fingerprint, privateKey: { params: { variant: "crt", modulusLength: 512 } } }) as KeyEntry;
    const keys = [
      key("alone", "aa"),
      key("twin", "bb".repeat(32)),
      key("twin", "cc".repeat(32)),
      key("CRT, n\u00a0512", "d"),
    ];
    expect(keys.map((each) => optionText(each, keys))).toEqual([
      "alone (CRT, n\u00a0512)",
      "twin (CRT, n\u00a0512, key fingerprint bbbb bbbb bbbb bbbb …)",
      "twin (CRT, n\u00a0512, key fingerprint cccc cccc cccc cccc …)",
      "CRT, n\u00a0512",
    ]);
  });

  it("reads tabs from addresses, and nothing else", () => {
    expect(tabOf("#sign")).toBe("sign");
    for (const hash of ["", "#workbench", "#toString", "sign"]) expect(tabOf(hash)).toBeUndefined();
  });

  it("follows the search for primes, which begins anew with each of them", () => {
    const none = { primes: 0, expectedPrimes: 0, candidates: 0, expectedCandidates: 0 };
    const searching = addProgress(addProgress(none, { phase: "primes", done: 0, expected: 3 }), {
      phase: "candidates",
      done: 40,
      expected: 30,
    });
    expect(searching).toEqual({ primes: 0, expectedPrimes: 3, candidates: 40, expectedCandidates: 30 });
    expect(addProgress(searching, { phase: "primes", done: 1, expected: 3 })).toMatchObject({
      primes: 1,
      candidates: 0,
    });
  });
});

describe("the numbers of a new key", () => {
  const short = changeNewKey(defaultNewKey, { modulusLength: 512 });

  it.each([
    ["scheme-a", 512],
    ["rebalanced", 320],
    ["r-prime", 224],
    ["tunable", 736],
  ] as const)("that nobody chose follow n: w of %s", (variant, expected) => {
    expect(changeNewKey(withVariant(short, variant), { modulusLength: 2048 }).crtExponentLength).toBe(expected);
  });

  it("that the user chose stay, and change as is advised", () => {
    const chosen = changeNewKey(withVariant(short, "rebalanced"), { crtExponentLength: 400, modulusLength: 2048 });
    expect(chosen.crtExponentLength).toBe(400);
    expect(withVariant(chosen, "r-prime").crtExponentLength).toBe(400);
    const advised = { variant: "rebalanced", modulusLength: 3072, crtExponentLength: 448 } as const;
    expect(withAdvice(chosen, advised)).toMatchObject(advised);
  });
});
