// What the package exports, as TypeScript sees the published declarations: every symbol with its text, parameters and examples.
import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import ts from "typescript";
import { root } from "./documents.ts";

const library = join(root, "web", "library");

/** An entry of the package, such as `rsa-variants/files`. */
export interface Entry {
  readonly name: string;
  /** Its declarations. */
  readonly file: string;
}

/** The entries that have declarations. */
export async function readEntries(): Promise<Entry[]> {
  const manifest = JSON.parse(await readFile(join(library, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, unknown>;
  };
  return Object.entries(manifest.exports).flatMap(([path, target]) => {
    const types = typesOf(target);
    return types === undefined ? [] : [{ name: manifest.name + path.slice(1), file: join(library, types) }];
  });
}

/** The first `types` of a target, however deep its conditions are. */
function typesOf(target: unknown): string | undefined {
  if (typeof target !== "object" || target === null) return undefined;
  if ("types" in target && typeof target.types === "string") return target.types;
  return Object.values(target).map(typesOf).find(Boolean);
}

/** A symbol of the package: an export, or a member of one. */
export interface Item {
  /** Such as `rsa-variants/files: FileOptions.onProgress`. */
  readonly name: string;
  /** Where it is declared, below `web/library`. */
  readonly place: string;
  readonly text: string;
  /** As editors show it. */
  readonly type: string;
  /** Its tags with their texts, such as `@throws RsaError if …`. */
  readonly tags: readonly string[];
  /** Whether users call it: a function, a method of a class, or a class with a public constructor. */
  readonly isCalled: boolean;
  /** Its examples, without fences. */
  readonly examples: readonly string[];
  /** Its parameters that have no text. */
  readonly bareParameters: readonly string[];
}

/** Every symbol that the entries export, with its members. What several entries export is listed once. */
export function readItems(entries: readonly Entry[]): Item[] {
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    compilerOptions,
  );
  const checker = program.getTypeChecker();
  const exported = new Map<ts.Symbol, string>();
  for (const { name: entry, file } of entries) {
    const source = program.getSourceFile(file);
    const module = source && checker.getSymbolAtLocation(source);
    if (module === undefined) continue; // a worker's script exports nothing
    for (const each of checker.getExportsOfModule(module)) {
      const symbol = each.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(each) : each;
      if (!exported.has(symbol)) exported.set(symbol, `${entry}: ${each.name}`);
    }
  }
  return [...exported].flatMap(([symbol, name]) => {
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const members = membersOf(checker, symbol, exported).flatMap((member) =>
      itemOf(checker, member, `${name}.${member.name.replace(/^__@(\w+)@\d+$/, "[Symbol.$1]")}`, isClass),
    );
    return [...itemOf(checker, symbol, name, true), ...members];
  });
}

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  strict: true,
  types: [],
};

/** Nothing for a member that JavaScript or the platform declares. */
function itemOf(checker: ts.TypeChecker, symbol: ts.Symbol, name: string, isOwn: boolean): Item[] {
  const first = symbol.declarations?.find((declaration) =>
    declaration.getSourceFile().fileName.startsWith(`${library}/`),
  );
  if (first === undefined) return [];
  const type = checker.getTypeOfSymbolAtLocation(symbol, first);
  const isFunction = ts.isFunctionDeclaration(first) || ts.isMethodDeclaration(first) || ts.isMethodSignature(first);
  // A class without a constructor in its declarations is not made with `new`, whatever the class that it extends has.
  const isMade = ts.isClassDeclaration(first) && first.members.some(ts.isConstructorDeclaration);
  const signatures = isFunction ? type.getCallSignatures() : isMade ? type.getConstructSignatures() : [];
  const tags = [...symbol.getJsDocTags(checker), ...signatures.flatMap((signature) => signature.getJsDocTags())];
  const textOf = (tag: ts.JSDocTagInfo) => ts.displayPartsToString(tag.text).trim();
  // As TypeScript prints it: the name, then the text.
  const described = tags.filter((tag) => tag.name === "param").map((tag) => textOf(tag).split(/\s+/));
  const isDescribed = ({ name }: ts.Symbol) => described.some(([first, word]) => first === name && word !== undefined);
  // The parameters of a call in workers come from the method's type; they are described where the method is declared.
  const isForwarded = ({ declarations = [] }: ts.Symbol) =>
    declarations.some((each) => ts.isParameter(each) && each.dotDotDotToken !== undefined);
  return [
    {
      name,
      place: relative(library, first.getSourceFile().fileName),
      text: ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim(),
      type: checker.typeToString(type),
      tags: tags.map((tag) => `@${tag.name} ${textOf(tag)}`),
      isCalled: signatures.length > 0 && isOwn,
      examples: [...new Set(tags.filter((tag) => tag.name === "example").map(textOf))].flatMap(codeOf),
      bareParameters: signatures
        .flatMap(({ parameters }) => parameters)
        .flatMap((parameter) => (isDescribed(parameter) || isForwarded(parameter) ? [] : parameter.name)),
    },
  ];
}

/**
 * The members of a class, an interface or an object type, also those that it inherits. Of a union or an intersection: those of
 * the parts that are no exports themselves.
 */
function membersOf(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  exported: ReadonlyMap<ts.Symbol, string>,
): readonly ts.Symbol[] {
  if ((symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) === 0) return [];
  const type = checker.getDeclaredTypeOfSymbol(symbol);
  const whole = checker.getBaseConstraintOfType(type) ?? type;
  const isExported = (part: ts.Type) =>
    [part.symbol, part.aliasSymbol].some((own) => own !== undefined && exported.has(own));
  const parts = whole.isUnionOrIntersection() ? whole.types.filter((part) => !isExported(part)) : [whole];
  const members = parts
    .filter((part) => (part.flags & ts.TypeFlags.Object) !== 0 && part.getCallSignatures().length === 0)
    .flatMap((part) => checker.getPropertiesOfType(part))
    .filter(({ name }) => !name.startsWith("#")); // private
  return [...new Map(members.map((member) => [member.declarations?.[0], member])).values()];
}

/** The blocks of code in the text of an example. */
function codeOf(text: string): string[] {
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => code);
}
