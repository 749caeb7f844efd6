// Installs a program from its project's release, or compiles it if there is no download.
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem, run } from "./run.mjs";

/**
 * Installs a program into `<folder>/bin`. If the download fails, `compile` is called, but never after a wrong checksum: the
 * archive may have been tampered with.
 * @param {import("./releases.mjs").Release} release
 * @param {{ folder: string, compile: (reason: string) => Promise<void>, patience?: number }} options patience: how long the
 * download may take, in milliseconds
 * @returns {Promise<string>} how it was installed
 */
export async function install(release, { folder, compile, patience = 60_000 }) {
  const reason = await download(release, folder, patience);
  if (reason === undefined) return "downloaded";
  await compile(reason);
  return "compiled";
}

/** Downloads and installs the program; returns the reason if that is impossible. */
async function download({ command, version, address, archives }, folder, patience) {
  const platform = `${process.platform}-${process.arch}`;
  const archive = archives[platform];
  if (archive === undefined) return `no release for ${platform}`;
  const name = `${archive.folder}.tar.gz`;
  let bytes;
  try {
    // It uses HTTPS_PROXY only with NODE_USE_ENV_PROXY=1, from Node 22.21 on. Without it, a proxy makes the download fail.
    const response = await fetch(`${address}/${name}`, { signal: AbortSignal.timeout(patience) });
    if (!response.ok) return `the server answered ${response.status}`;
    bytes = Buffer.from(await response.arrayBuffer());
  } catch ({ message, cause }) {
    return cause?.code ?? cause?.message ?? message;
  }
  const sum = createHash("sha256").update(bytes).digest("hex");
  if (sum !== archive.sha256) {
    throw new Problem(
      `${address}/${name} has an unexpected SHA-256, so it was not installed:\n` +
        `  expected ${archive.sha256} (scripts/lib/releases.mjs)\n  received ${sum}\n` +
        `Try again, and check whether a proxy changes downloads. If the sum stays wrong, install ${command} ${version} ` +
        "yourself, from a source that you trust, and report it.",
    );
  }
  await mkdir(folder, { recursive: true });
  const fresh = await mkdtemp(join(folder, "new-"));
  try {
    await writeFile(join(fresh, name), bytes);
    const program = process.platform === "win32" ? `${command}.exe` : command;
    // A relative name, because GNU tar would take the part of a Windows path before the colon for a host.
    const { code, output } = await run("tar", ["-xzf", name], { cwd: fresh });
    if (code !== 0) return `tar cannot unpack it: ${output.trim()}`;
    const unpacked = join(fresh, archive.folder, program);
    const answer = await run(unpacked, ["--version"]);
    if (answer.code !== 0) return `it does not run here: ${answer.output.trim()}`;
    await mkdir(join(folder, "bin"), { recursive: true });
    await rename(unpacked, join(folder, "bin", program));
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
