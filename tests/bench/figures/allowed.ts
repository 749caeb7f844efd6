// Figures and ranks of documents that are no references, each with the reason.

/** Where a figure may stand as it is: a file, or one of its sections, or the lines of it that contain a text. */
interface Allowed {
  readonly file: string;
  readonly section?: string;
  readonly text?: string;
  readonly reason: string;
}

const notMeasured = "says what a call or a table does, and compares no measurements";
const quoted = "as the paper prints it; tests/library/theory.test.ts looks for every figure of `published`";

export const allowed: readonly Allowed[] = [
  {
    file: "crates/modular-powers/docs/lanes.md",
    reason: "a diary of attempts, most of which are gone: each entry names its loop and its machine",
  },
  { file: "README.md", text: "RSA that decrypts and signs faster: plain", reason: notMeasured },
  { file: "README.md", text: "decrypts fastest", reason: notMeasured },
  { file: "README.md", text: "The faster variants", reason: notMeasured },
  { file: "README.md", text: "slower encryption", reason: "a longer e takes more multiplications" },
  { file: "README.md", text: "the slower decryption", reason: "a shorter e makes the CRT exponents longer" },
  {
    file: "README.md",
    text: "**broken** below 80 bits of work",
    reason: "limits of verdicts: strength.rs declares them",
  },
  { file: "SECURITY.md", section: "Timing measured", reason: "the most rounds of lab/timing, as it declares them" },
  { file: "docs/benchmarks.md", section: "Method", reason: "what web/library/src/measure declares" },
  {
    file: "docs/benchmarks.md",
    section: "Times that other work does not mislead",
    reason: "the confidence and the least width that web/measure declares",
  },
  { file: "docs/benchmarks.md", text: "our fastest engine", reason: notMeasured },
  { file: "docs/benchmarks.md", text: "fastest first", reason: notMeasured },
  { file: "docs/benchmarks.md", text: "RSA itself does not get faster", reason: "the power is the same for every c" },
  {
    file: "docs/benchmarks.md",
    text: "14 s by the estimate",
    reason: "a count of the model by the paper's rate, both in the text",
  },
  { file: "docs/glossary.md", text: "80 bits of work are", reason: "a definition" },
  { file: "docs/npm-package.md", text: "RSA with a faster private operation", reason: notMeasured },
  { file: "docs/npm-package.md", text: "fastest first", reason: notMeasured },
  {
    file: "docs/reproducing-the-papers.md",
    section: "Errors in the papers",
    reason: "quoted, with arithmetic; tests/library/theory.test.ts compares the rows with `corrections`",
  },
  ...[
    "16 ms",
    "100 kB",
    "R-Prime decrypts fastest",
    "203 times",
    "7.27",
    "21.68",
    "3.70",
    "1.25 times as long",
    "2.5 times",
    "2.6 and 3 times",
  ].map((text) => ({
    file: "docs/reproducing-the-papers.md",
    text,
    reason: quoted,
  })),
  { file: "docs/reproducing-the-papers.md", text: "b·r²/4", reason: "a formula" },
  ...["xrsa/workers.ts", "security/workers.ts"].map((name) => ({
    file: `web/library/src/${name}`,
    text: "at most every 16 ms",
    reason: "workers/serve.ts declares it",
  })),
  {
    file: "web/library/src/measure/clock.ts",
    reason: "steps of clocks that browsers document, and limits declared there",
  },
  { file: "web/library/src/workers/share-list.ts", text: "about 50 ms", reason: "declared below it" },
  { file: "web/library/src/workers/shared-search.ts", reason: "expected times of searches, by arithmetic" },
  {
    file: "docs/choosing-a-variant.md",
    text: "only if a key must have two primes",
    reason: "advice that follows from the comparison",
  },
  {
    file: "web/library/src/generated/attacks.ts",
    text: "making such a key takes longer than breaking it",
    reason: "a search of half a million tries against one reduction of a lattice",
  },
  {
    file: "web/page/src/compare/example/exercises.ts",
    text: "decryption is r² = 9 times",
    reason: "an exercise, with its theory",
  },
  {
    file: "web/page/src/compare/example/view.tsx",
    text: "so it is four times as fast",
    reason: "the theory of the example's powers",
  },
  { file: "web/library/src/formats/content.ts", text: "17 kB", reason: "a count of bytes" },
  { file: "web/powers/src/parts.ts", text: "about 25 ms", reason: "declared there" },
  { file: "web/powers/src/primes.ts", text: "twice as many bits", reason: "a count of bits" },
  { file: "web/powers/README.md", text: "twice as many bits", reason: "a count of bits" },
  { file: "docs/reproducing-the-papers.md", text: "an estimated 14 s", reason: "as in docs/benchmarks.md" },
];

/** Tables that are kept as a command printed them once, marked `printed` in docs: the only record of what was measured. */
export const printed: Readonly<Record<string, string>> = {
  files: "`node lab/files.mjs`",
  "partial-exposure": "`node lab/exhaustive.mjs twenty_keys_of_each_shape_fall`",
  attacks: "`rsa-variants attack NAME`, once for each row",
  faults: "the fault tests of the crate, one run",
  "bit-flips": "`cargo test --release -p bit-flips -- --ignored`, one run",
  xrsa: "`cargo run -p xrsa --example counts`; the estimates divide 27,000 by the count",
  ...Object.fromEntries(
    [
      "hansen-2009",
      "paixao-2005",
      "biswas-2003-c",
      "biswas-2003-n",
      "dang-2021",
      "dang-2021-products",
      "ijafrc-2014",
    ].map((name) => [name, quoted]),
  ),
  "dang-2021": "as the paper prints it, beside counts of `cargo run -p xrsa --example counts`",
  "dang-2021-products": "as the paper prints it",
  primes: "others' tables, and what tests/bench/recorded.test.ts computes",
};
