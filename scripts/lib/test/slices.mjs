// @ts-check
// Checks that the packages never call `slice` of bytes, which does not copy those of Node's Buffer: part of `npm run check`.
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "../paths.mjs";

const problems = ["web/library", "web/powers"].flatMap((folder) => {
  const config = join(root, folder, "tsconfig.json");
  const { fileNames, options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(config, ts.sys.readFile).config,
    ts.sys,
    join(root, folder),
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  /** @type {(file: ts.SourceFile) => string[]} */
  const slicesIn = (file) => {
    /** @type {string[]} */
    const found = [];
    /** @type {(node: ts.Node) => void} */
    const visit = (node) => {
      if (ts.isPropertyAccessExpression(node) && node.name.text === "slice") {
        const { line } = file.getLineAndCharacterOfPosition(node.name.pos);
        const type = checker.typeToString(checker.getTypeAtLocation(node.expression));
        if (/^(Uint8Array|Buffer)<\w+>$/.test(type)) found.push(`${relative(root, file.fileName)}:${line + 1}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return found;
  };
  return program
    .getSourceFiles()
    .filter((file) => fileNames.includes(file.fileName))
    .flatMap(slicesIn);
});
if (problems.length > 0) {
  console.error(problems.map((place) => `✗ ${place}: use copyBytes(bytes.subarray(…)) instead of slice`).join("\n"));
  process.exitCode = 1;
}
