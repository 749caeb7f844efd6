// @ts-check
// The release of wasm-bindgen that the set-up downloads, with the checksum of every archive.
//
// To update it, take the new sums from the release's page, where GitHub shows the SHA-256 of every file, and check one archive
// yourself with sha256sum. Also update wasm-bindgen in Cargo.toml and in the Cargo.toml of lab/crates/peers, lab/crates/blind-peer and
// scripts/wasm-bindgen, and all four lock files; that of the last must have the release's versions of walrus and what it uses.
//
// Where these sums come from: at least two unrelated public repositories pin each of them (November 2026). 0.2.130 was too new: no
// two repositories pinned its sums.

/**
 * address: the URL of the folder with the archives; archives: by process.platform and process.arch. An archive has the name
 * `<folder>.tar.gz` and contains that folder with the program.
 * @typedef {{
 *   command: string,
 *   version: string,
 *   address: string,
 *   archives: Record<string, { folder: string, sha256: string }>,
 * }} Release
 */

const version = "0.2.129";

/** @param {string} target @param {string} sha256 */
const archive = (target, sha256) => ({ folder: `wasm-bindgen-${version}-${target}`, sha256 });

/** @type {Release} */
export const wasmBindgen = {
  command: "wasm-bindgen",
  version,
  address: `https://github.com/wasm-bindgen/wasm-bindgen/releases/download/${version}`,
  archives: {
    "linux-x64": archive(
      "x86_64-unknown-linux-musl",
      "82d12bb940e2d4e72e0d5605387fc1b8ca179044e012b620f0ce4e7440e8320e",
    ),
    "linux-arm64": archive(
      "aarch64-unknown-linux-musl",
      "2ed4351c35dd9440308bbb02767d47ea278efe851a52465300f3c94f5b6c2a87",
    ),
    "darwin-x64": archive("x86_64-apple-darwin", "7e028879a68ec53dae14048b55cc5215f6df75b17a9c1426fac8fa086d3202fd"),
    "darwin-arm64": archive("aarch64-apple-darwin", "81d4a23d56b3c3eb8187658329116d50e0b228a93b343825fb71f70179051cd1"),
    "win32-x64": archive("x86_64-pc-windows-msvc", "79e348c169d0c10c0b287647f1e753d0985353ca96800bc29be8f4261baf13e6"),
  },
};
