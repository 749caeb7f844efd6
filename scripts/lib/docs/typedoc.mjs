// @ts-check
// The reference of the npm package, with the documents of the repository, as static files.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Application, Converter, JSX, ReflectionKind } from "typedoc";
import { library, page, root } from "../paths.mjs";
import { Problem } from "../run.mjs";

/** Types that the reference names without a page: their own texts, or the platform's documentation, say what they are. */
const namedOnly = [
  "BlobLike",
  "ByteReader",
  "Given",
  "JsonKey",
  "KeyHolder",
  "Named",
  "NodeKeyObject",
  "OptionOf",
  "OptionalParam",
  "OwnParams",
  "WebCryptoKey",
];

/** Documents outside of docs that others link to. */
const projectFiles = [
  "SECURITY.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "crates/*/README.md",
  "crates/modular-powers/{docs,proofs}/*.md",
];

/**
 * Writes the reference.
 * @param {string} folder
 * @param {readonly { name: string, path: string }[]} more further links for the side bar: their text, and their path in the folder
 * @throws {Problem} if TypeDoc reports anything
 */
export async function writeReference(folder, more) {
  const css = join(folder, "..", "reference.css");
  const styles = [join(page, "src/ui/styles/tokens.css"), join(root, "scripts/lib/docs/reference.css")];
  await writeFile(css, (await Promise.all(styles.map((file) => readFile(file, "utf8")))).join("\n"));
  const application = await Application.bootstrapWithPlugins({
    name: "rsa-variants",
    tsconfig: join(library, "tsconfig.json"),
    entryPoints: (await entries()).map((file) => join(library, file)),
    readme: join(root, "README.md"),
    projectDocuments: ["docs/*.md", ...projectFiles].map((pattern) => join(root, pattern)),
    out: folder,
    plugin: [addTypes, nameDocuments],
    // The repository has no public address yet.
    disableSources: true,
    disableGit: true,
    excludeInternal: true,
    excludePrivate: true,
    intentionallyNotExported: namedOnly,
    customCss: css,
    favicon: join(page, "public/icon.svg"),
    highlightLanguages: ["css", "html", "js", "json", "rust", "sh", "toml", "ts", "tsx"],
    ignoredHighlightLanguages: ["hex", "pem", "text"],
    lightHighlightTheme: "github-light-high-contrast",
    darkHighlightTheme: "github-dark-high-contrast",
    navigation: { includeGroups: true, excludeReferences: true },
    sort: ["kind", "alphabetical"],
    sortEntryPoints: false,
    groupOrder: ["Modules", "Guides", "Project", "*"],
    includeHierarchySummary: false,
    hideGenerator: true,
    githubPages: false,
    logLevel: "Warn",
  });
  application.renderer.hooks.on("sidebar.begin", ({ relativeURL }) => {
    const links = [{ name: "The page", path: "../" }, ...more];
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
    const types = /"types":"\.\/dist\/([^"]+)\.d\.ts"/.exec(JSON.stringify(target))?.[1];
    return types === undefined || /\bworker$/.test(name) ? [] : [`src/${types}.ts`];
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

/** Calls a document what its heading says, and separates guides from the rest. @param {Application} application */
function nameDocuments(application) {
  application.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    const [first] = document.content;
    const [heading, title] = /^\s*# (.+)\n/.exec(first?.text ?? "") ?? [];
    if (first === undefined || heading === undefined || title === undefined) return;
    document.name = title.replaceAll("`", "");
    first.text = first.text.slice(heading.length);
    const path = document.project.files.getReflectionPath(document) ?? "";
    Object.assign(document.frontmatter, { group: path.startsWith(join(root, "docs/")) ? "Guides" : "Project" });
  });
}
