import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { install } from "../../scripts/lib/prebuilt.mjs";
import { Problem } from "../../scripts/lib/run.mjs";

let work: string;
/** The folder of the installed program. */
let folder: string;
let archive: Buffer;
let close: () => void = () => {};

beforeEach(async () => {
  work = await mkdtemp(join(tmpdir(), "set-up-"));
  folder = join(work, "tools");
  archive = await archiveOf("#!/bin/sh\necho demo 1.2.3\n");
});

afterEach(async () => {
  close();
  await rm(work, { recursive: true, force: true });
});

/** An archive like those of releases, of a program with this script. */
async function archiveOf(script: string) {
  await mkdir(join(work, "demo-1.2.3"), { recursive: true });
  await writeFile(join(work, "demo-1.2.3", "demo"), script);
  await chmod(join(work, "demo-1.2.3", "demo"), 0o755);
  execFileSync("tar", ["-czf", "demo.tar.gz", "demo-1.2.3"], { cwd: work });
  return readFile(join(work, "demo.tar.gz"));
}

async function serve(listener: RequestListener) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  close = () => {
    server.close();
    server.closeAllConnections();
  };
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const serveArchive = () =>
  serve((request, response) => {
    response.writeHead(request.url === "/demo-1.2.3.tar.gz" ? 200 : 404).end(archive);
  });

/** Installs from the address; also returns the reasons for compiling. */
async function installFrom(address: string, { sha256 = sumOf(archive), patience = 30_000, archives = {} } = {}) {
  const reasons: string[] = [];
  const platform = `${process.platform}-${process.arch}`;
  const release = {
    command: "demo",
    version: "1.2.3",
    address,
    archives: { [platform]: { folder: "demo-1.2.3", sha256 }, ...archives },
  };
  const compile = async (reason: string) => {
    reasons.push(reason);
  };
  return { how: await install(release, { folder, compile, patience }), reasons };
}

const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

test("an archive with the right sum is installed and runs", async () => {
  expect(await installFrom(await serveArchive())).toEqual({ how: "downloaded", reasons: [] });
  expect(execFileSync(join(folder, "bin", "demo"), { encoding: "utf8" })).toBe("demo 1.2.3\n");
  expect(await readdir(folder)).toEqual(["bin"]);
});

test("a wrong sum is a problem that names the file and both sums, and nothing is installed or compiled", async () => {
  const sha256 = "0".repeat(64);
  const failure = await installFrom(await serveArchive(), { sha256 }).catch((error) => error);
  expect(failure).toBeInstanceOf(Problem);
  for (const part of ["demo-1.2.3.tar.gz", sha256, sumOf(archive)]) expect(failure.message).toContain(part);
  expect(existsSync(folder)).toBe(false);
});

/** Downloads that fail: the server's answer, and the reason. */
test.for([
  ["a missing file", (_request, response) => void response.writeHead(404).end(), /^the server answered 404$/],
  ["a server that does not answer", () => {}, /timeout/],
  [
    "a server that stops in the middle",
    (_request, response) => void response.writeHead(200).write(archive.subarray(0, 50)),
    /timeout/,
  ],
  [
    "a connection that ends early",
    (_request, response) => {
      response.writeHead(200, { "content-length": archive.length });
      response.write(archive.subarray(0, 50), () => response.destroy());
    },
    /./,
  ],
] satisfies [string, RequestListener, RegExp][])("%s leads to compiling", async ([, listener, reason]) => {
  const { how, reasons } = await installFrom(await serve(listener), { patience: 200 });
  expect(how).toBe("compiled");
  expect(reasons).toEqual([expect.stringMatching(reason)]);
  expect(existsSync(folder)).toBe(false);
});

test("a refused connection leads to compiling", async () => {
  const address = await serveArchive();
  close();
  expect((await installFrom(address)).reasons).toEqual(["ECONNREFUSED"]);
});

test("a platform without a release leads to compiling", async () => {
  const platform = `${process.platform}-${process.arch}`;
  const { reasons } = await installFrom(await serveArchive(), { archives: { [platform]: undefined } });
  expect(reasons).toEqual([`no release for ${platform}`]);
});

/** Archives that cannot be used: their content, and the reason. */
test.for([
  [
    "a program that does not run here",
    () => archiveOf("#!/bin/sh\necho wrong libc >&2\nexit 1\n"),
    /^it does not run here: wrong libc$/,
  ],
  ["an archive that tar cannot read", async () => Buffer.from("not an archive"), /^tar cannot unpack it: /],
] satisfies [string, () => Promise<Buffer>, RegExp][])(
  "%s leads to compiling, and is not installed",
  async ([, make, reason]) => {
    archive = await make();
    const { reasons } = await installFrom(await serveArchive());
    expect(reasons).toEqual([expect.stringMatching(reason)]);
    expect(await readdir(folder)).toEqual([]);
  },
);
