import { Problem } from "./run.mjs";

// Later versions of rolldown-plugin-dts than 0.23 ask for Node 22, and the latest for native programs. It names another version of
// TypeScript as its peer (hence `overrides` in package.json), but with declarations as input it uses none.

/**
 * Writes the declarations of a package as one file for each entry, with all that it refers to; what entries share has files of its own.
 * @param {Record<string, string>} entries the paths of declarations, by the names of the files that are written
 * @param {string} dir the folder of these files
 */
export async function rollUpTypes(entries, dir) {
  const { rolldown } = await import("rolldown"); // available only after the npm packages are installed
  const { dts } = await import("rolldown-plugin-dts");
  const bundle = await rolldown({
    input: entries,
    plugins: [dts({ dtsInput: true, oxc: true, tsconfig: false }), repair],
    onLog(_level, { message }) {
      throw new Problem(`declarations cannot be bundled: ${message}`);
    },
  });
  await bundle.write({ dir, format: "esm", chunkFileNames: "[name].d.ts", minifyInternalExports: false });
}

/**
 * The bundler drops references to libraries of TypeScript, and adds the names of the files that it has read. In types of objects, it
 * writes a member's comment behind the member before it, where editors do not find it.
 */
const repair = {
  name: "repair",
  renderChunk(code) {
    const withComments = code
      .replaceAll(/^\/\/ \S+\.d\.ts\n/gm, "")
      .replaceAll(/; (?=\/\*\*(?:[^*]|\*(?!\/))*\*\/$)/gm, ";\n  ");
    return { code: `/// <reference lib="esnext.disposable" />\n${withComments}` };
  },
};
