// @ts-check
// The releases of wasm-pack and wasm-bindgen that the set-up downloads, with the checksum of every archive.
//
// To update one, take the new sums from the release's page, where GitHub shows the SHA-256 of every file, and check one
// archive yourself with sha256sum. With wasm-bindgen, also update wasm-bindgen and js-sys in Cargo.toml and
// Cargo.toml of crates/peers and crates/blind-peer, and all three lock files.
//
// Where these sums come from: at least two unrelated public repositories pin each of them (November 2026). For wasm-pack,
// the manifest of taiki-e/install-action is one of the two. wasm-pack 0.15.1 and wasm-bindgen 0.2.130 were too new: no two
// repositories pinned their sums.

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

/** The releases' names of the platforms. */
const targets = {
  "linux-x64": "x86_64-unknown-linux-musl",
  "linux-arm64": "aarch64-unknown-linux-musl",
  "darwin-x64": "x86_64-apple-darwin",
  "darwin-arm64": "aarch64-apple-darwin",
  "win32-x64": "x86_64-pc-windows-msvc",
};

/**
 * @param {string} command
 * @param {string} tag
 * @param {Readonly<Record<keyof typeof targets, string>>} sums
 * @returns {Release}
 */
function release(command, tag, sums) {
  const archives = Object.entries(targets).map(([platform, target]) => {
    const sha256 = sums[/** @type {keyof typeof targets} */ (platform)];
    return [platform, { folder: `${command}-${tag}-${target}`, sha256 }];
  });
  const address = `https://github.com/wasm-bindgen/${command}/releases/download/${tag}`;
  return { command, version: tag.replace("v", ""), address, archives: Object.fromEntries(archives) };
}

export const wasmPack = release("wasm-pack", "v0.15.0", {
  "linux-x64": "c09f971ecaed9a2efc80fdcea7a00ef6b53c7fadc8c57d1f61b53a6aa66b668a",
  "linux-arm64": "e17ef0806381c3a0acb9c9ddad643a49facaa5a2ecf657a421d4d8f3357a24b7",
  "darwin-x64": "d3f1a4a33e95f8f0d7801b024e08624c479999ac96aa150908b2394015cd0363",
  "darwin-arm64": "0abff4a03d670b6c00ea31d0e1608a72407e355f3d3765e9c30eb45cd5b7e318",
  "win32-x64": "518dc51180c7bc864699c9279b3bc99025bc109123e0249a34ba34d130a509bf",
});

export const wasmBindgen = release("wasm-bindgen", "0.2.129", {
  "linux-x64": "82d12bb940e2d4e72e0d5605387fc1b8ca179044e012b620f0ce4e7440e8320e",
  "linux-arm64": "2ed4351c35dd9440308bbb02767d47ea278efe851a52465300f3c94f5b6c2a87",
  "darwin-x64": "7e028879a68ec53dae14048b55cc5215f6df75b17a9c1426fac8fa086d3202fd",
  "darwin-arm64": "81d4a23d56b3c3eb8187658329116d50e0b228a93b343825fb71f70179051cd1",
  "win32-x64": "79e348c169d0c10c0b287647f1e753d0985353ca96800bc29be8f4261baf13e6",
});
