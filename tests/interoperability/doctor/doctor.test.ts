// The doctor on broken cases that other software makes. Those of programs that are not installed are skipped.
import { readFile } from "node:fs/promises";
import { load } from "rsa-variants";
import { afterAll, describe, expect, it } from "vitest";
import { makePair, pemOf } from "../../random.ts";
import { startOpenssl } from "../support.ts";
import { cases } from "./cases.ts";
import { makeElsewhere, makeWithOpenssl } from "./programs.ts";

const openssl = await startOpenssl();
const rsa = await load();
const [pair, other, long] = [await makePair(), await makePair(), await makePair(3072)];
const privateKey = await rsa.importPrivateKey(pair.privateKey);
await openssl.write("private.pem", pemOf(pair.privateKey));
await openssl.write("public.pem", pemOf(pair.publicKey));
await openssl.write("other.pem", pemOf(other.privateKey));
await makeWithOpenssl(openssl);
const skipped = await makeElsewhere(openssl.folder);
const world = { rsa, folder: openssl.folder, pair, privateKey, publicKey: privateKey.publicKey, other, long };
afterAll(() => openssl.remove());

/** The rows of the table in docs/doctor.md: `| case | made with | `verdict`: `code`, … |`. */
const document = await readFile(new URL("../../../docs/doctor.md", import.meta.url), "utf8");
const rows = [...document.matchAll(/^\| (.*) \| (.*) \| `([\w-]+)`: (.*) \|$/gm)].map(
  ([, name = "", madeWith = "", verdict = "", codes = ""]) => ({ name, madeWith, verdict, codes }),
);

describe("the doctor", () => {
  it.for(rows)("names: $name ($madeWith)", async ({ name, madeWith, ...expected }, { skip }) => {
    const why = skipped.get(madeWith);
    if (why !== undefined) return skip(why);
    const { verdict, findings } = (await cases[name]?.(world)) ?? expect.unreachable("the case is not made");
    expect({ verdict, codes: findings.map(({ code }) => `\`${code}\``).join(", ") }).toEqual(expected);
  });

  it("is tried on every case that is made, and on at least 40", () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(cases));
    expect(rows.length).toBeGreaterThanOrEqual(40);
  });
});
