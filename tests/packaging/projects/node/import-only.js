// Importing must do nothing: no file read, no WebAssembly touched, no worker, as when a server renders a page.
for (const name of ["fetch", "WebAssembly", "Worker", "document", "window", "navigator"]) {
  Object.defineProperty(globalThis, name, {
    configurable: true,
    get() {
      throw new Error(`importing used ${name}`);
    },
  });
}
const before = new Set(Object.getOwnPropertyNames(globalThis));
const names = [];
for (const entry of ["", "/blind", "/files", "/theory", "/xrsa", "/security", "/doctor", "/inline", "/public"].map(
  (path) => `rsa-variants${path}`,
)) {
  names.push(...Object.keys(await import(entry)));
}
const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.has(name));
if (added.length > 0) throw new Error(`importing added ${added}`);
console.log(JSON.stringify(names.sort()));
