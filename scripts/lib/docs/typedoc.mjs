// @ts-check
// The references of the npm packages as static files. That of rsa-variants has the documents of the repository. TypeDoc's options are
// in typedoc.jsonc, here and in the packages.
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import {
  Application,
  Converter,
  DeclarationReflection,
  JSX,
  ParameterReflection,
  ReflectionFlag,
  ReflectionKind,
} from "typedoc";
import { library, page, powers, root } from "../paths.mjs";
import { Problem } from "../run.mjs";

/** Links for the side bar: their text, and their path in the folder. @typedef {readonly { name: string, path: string }[]} Links */

/**
 * Writes the reference of rsa-variants.
 * @param {string} folder
 * @param {Links} links
 */
export async function writeReference(folder, links) {
  const entryPoints = (await entries()).map((file) => join(library, file));
  await write(folder, links, { options: join(library, "typedoc.jsonc"), entryPoints });
}

/**
 * Writes the reference of modular-powers from its built declarations: its sources import those of rsa-variants, and the build gives
 * what they share the names of this package.
 * @param {string} folder
 * @param {Links} links
 */
export async function writePowersReference(folder, links) {
  const entry = join(powers, "dist/types/index.d.ts");
  const tsconfig = join(folder, "..", "powers.json");
  const extended = join(powers, "tsconfig.json");
  const typeRoots = [join(root, "node_modules/@types")]; // otherwise searched beside this file
  const compilerOptions = { rootDir: powers, typeRoots };
  await writeFile(tsconfig, JSON.stringify({ extends: extended, compilerOptions, include: [], files: [entry] }));
  await write(folder, links, { options: join(powers, "typedoc.jsonc"), tsconfig, entryPoints: [entry] });
}

/**
 * @param {string} folder
 * @param {Links} links
 * @param {import("typedoc").TypeDocOptions} options those of the package
 * @throws {Problem} if TypeDoc reports anything
 */
async function write(folder, links, options) {
  const customCss = join(folder, "..", "reference.css");
  const styles = [join(page, "src/ui/styles/tokens.css"), join(root, "scripts/lib/docs/reference.css")];
  await writeFile(customCss, (await Promise.all(styles.map((file) => readFile(file, "utf8")))).join("\n"));
  const plugin = [addTypes, explainCodes, nameDocuments, describeForwarded];
  const all = { ...options, out: folder, customCss, plugin };
  const application = await Application.bootstrapWithPlugins(all);
  application.renderer.hooks.on("pageSidebar.begin", ({ relativeURL }) => {
    const items = links.map(({ name, path }) =>
      JSX.createElement("li", null, JSX.createElement("a", { href: relativeURL(path) }, name)),
    );
    return JSX.createElement("ul", { class: "elsewhere" }, ...items);
  });
  const project = await application.convert();
  if (project !== undefined) {
    application.validate(project);
    if (!application.logger.hasErrors()) await application.generateOutputs(project);
  }
  if (application.logger.hasErrors() || application.logger.hasWarnings()) {
    throw new Problem("TypeDoc reported the faults above");
  }
}

/** The sources of the package's entries, except those of workers, which export nothing. */
async function entries() {
  const { exports } = JSON.parse(await readFile(join(library, "package.json"), "utf8"));
  return Object.entries(exports).flatMap(([name, target]) => {
    const file = /"default":"\.\/dist\/([^"]+)\.js"/.exec(JSON.stringify(target))?.[1];
    return file === undefined || /\bworker$/.test(name) ? [] : [`src/${file}.ts`];
  });
}

/** Shows the names that a type such as `(typeof codes)[number]` stands for. @param {Application} application */
function addTypes(application) {
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (context, reflection) => {
    if (!reflection.kindOf(ReflectionKind.TypeAlias)) return;
    const declarations = context.getSymbolFromReflection(reflection)?.declarations ?? [];
    const isComputed = declarations.some((each) => /=.*\btypeof\b/s.test(each.getText()));
    if (isComputed) reflection.comment?.modifierTags.add("@useDeclaredType");
  });
}

/** Explains each code of an error with the comment that it has in the list of codes. @param {Application} application */
function explainCodes(application) {
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const lists = ["errors.ts", "generated/errors.ts"].map((name) => readFileSync(join(library, "src", name), "utf8"));
    const texts = new Map(
      [...lists.join("").matchAll(/\/\*\* (.+) \*\/\n +"([\w-]+)",/g)].map(([, text = "", code]) => [code, text]),
    );
    const codes = project.getReflectionsByKind(ReflectionKind.TypeAlias).find(({ name }) => name.endsWith("ErrorCode"));
    if (!(codes instanceof DeclarationReflection) || codes.type?.type !== "union") return;
    codes.type.elementSummaries = codes.type.types.map((type) => {
      const text = type.type === "literal" ? texts.get(String(type.value)) : undefined;
      return text === undefined ? [] : [{ kind: "text", text }];
    });
  });
}

/** Calls a document what its heading says, and separates guides from the rest. @param {Application} application */
function nameDocuments(application) {
  application.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const path = relative(root, document.project.files.getReflectionPath(document) ?? "");
    const title = headingOf(document.content);
    if (path === "docs/npm-package.md") document.name = "The npm package";
    else if (/^crates\/[^/]+\/README\.md$/.test(path)) document.name = `The crate ${title}`;
    else document.name = title ?? document.name;
    Object.assign(document.frontmatter, { group: path.startsWith("docs/") ? "Guides" : "Project" });
  });
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    const [first] = project.readme ?? [];
    if (first !== undefined) first.text = first.text.replace(/^# .+\n/, ""); // TypeDoc writes the same above
  });
}

/** The words of the heading with which Markdown begins. @param {readonly import("typedoc").CommentDisplayPart[]} content */
function headingOf(content) {
  const [line = ""] = (content[0]?.text ?? "").split("\n", 1);
  return /^# (.+)$/.exec(line.replaceAll("`", ""))?.[1];
}

/**
 * Describes calls in workers, as of WorkerPrivateKey, as the calls that they forward. TypeDoc sees only a computed type, whose
 * parameters are a list.
 * @param {Application} application
 */
function describeForwarded(application) {
  const describe = (/** @type {import("typedoc").Context} */ { project }) => {
    const all = project.getReflectionsByKind(ReflectionKind.ClassOrInterface);
    for (const reflection of all.filter(({ name }) => /^Worker|Workers$/.test(name))) {
      const forwarded = all.find(({ name }) => name === reflection.name.replace(/^Worker|Workers$/, ""));
      for (const call of methodsOf(reflection)) {
        const origin = methodsOf(forwarded).find(({ name }) => name === call.name)?.signatures?.[0];
        const signature = call.signatures?.[0];
        if (origin === undefined || signature === undefined || signature.comment !== undefined) continue;
        if (origin.comment !== undefined) signature.comment = origin.comment.clone();
        const { parameters } = signature;
        if (parameters !== undefined) signature.parameters = parameters.flatMap((each) => expanded(each, origin));
      }
    }
  };
  application.converter.on(Converter.EVENT_RESOLVE_BEGIN, describe, 1000); // before TypeDoc gives parameters their texts
}

/** @param {import("typedoc").Reflection | undefined} reflection @returns {import("typedoc").DeclarationReflection[]} */
function methodsOf(reflection) {
  if (!(reflection instanceof DeclarationReflection)) return [];
  return (reflection.children ?? []).filter(({ signatures }) => signatures !== undefined);
}

/**
 * The parameters that a list stands for.
 * @param {ParameterReflection} list
 * @param {import("typedoc").SignatureReflection} origin
 */
function expanded(list, origin) {
  if (!list.flags.isRest || list.type?.type !== "tuple") return [list];
  return list.type.elements.flatMap((element) => {
    if (element.type !== "namedTupleMember") return [];
    const parameter = new ParameterReflection(element.name, ReflectionKind.Parameter, list.parent);
    parameter.type = element.element;
    const { flags, defaultValue } = origin.parameters?.find(({ name }) => name === element.name) ?? {};
    const isOptional = element.isOptional || flags?.isOptional === true || defaultValue !== undefined;
    parameter.setFlag(ReflectionFlag.Optional, isOptional);
    list.project.registerReflection(parameter, undefined, undefined);
    return [parameter];
  });
}
