import { describe, expect, it } from "vitest";
import { fingerprints, recordedFingerprints, rustCode } from "../../scripts/lib/timing/sources.mjs";

const code = `
/// Adds.
pub fn sum<'a>(first: &'a [u8], rest: u64) -> u64 {
    let quote = ('"', b'\\'', b"// no comment \\" /* */", br#"a " b"#, "a text"); // a comment
    /* another */ rest + u64::from(first[0])
}
`;

describe("the code that the timing tables are about", () => {
  it("is the same with other comments, layout, texts and tests", () => {
    const other = code
      .replace("/// Adds.", "/// Adds two numbers.\n/// Slowly.")
      .replace('"a text"', '"another // text"')
      .replace("/* another */ rest", 'rest // "\n')
      .replace("(first: &'a [u8], rest: u64)", "(\n    first: &'a [u8],\n    rest: u64,\n)");
    const tests = "#[cfg(test)]\nmod tests {\n    #[test]\n    fn adds() { assert_eq!(1, 1); }\n}\n";
    expect(rustCode(`#[cfg(test)]\nmod tests;\n${other}\n${tests}`)).toBe(rustCode(code));
  });

  it.each([
    ["an operator", "rest + u64", "rest - u64"],
    ["bytes that look like a comment", "// no comment", "// no Comment"],
    ["raw bytes", 'a " b', 'a " c'],
    ["a lifetime", "&'a [u8]", "&'b [u8]"],
    ["what follows a quotation mark", "u64::from", "u32::from"],
  ])("is another with %s changed", (_, from, to) => {
    expect(code).toContain(from);
    expect(rustCode(code.replace(from, to))).not.toBe(rustCode(code));
  });

  it("is that of kernels, private operations and the programs that time them, and no tests", async () => {
    const found = Object.keys(await fingerprints());
    expect(found).toEqual(
      expect.arrayContaining([
        "Cargo.toml",
        "crates/modular-powers/src/lanes/strip.rs",
        "crates/modular-powers/src/montgomery/narrow.rs",
        "crates/modular-powers/src/engine/scalar.rs",
        "crates/rsa/src/protection/blinding.rs",
        "crates/rsa/src/padding/oaep.rs",
        "crates/rsa/src/variants/crt.rs",
        "crates/rsa/examples/timing/measure.rs",
        "scripts/lib/timing/node/measure.mjs",
      ]),
    );
    expect(found.filter((path) => /\/(tests|proofs|toy|prime)\b/.test(path))).toEqual([]);
  });
});

it("the timing tables of SECURITY.md are about the present code", async () => {
  const [present, measured] = await Promise.all([fingerprints(), recordedFingerprints()]);
  const paths = [...new Set([...Object.keys(present), ...Object.keys(measured)])];
  const changed = paths.filter((path) => present[path] !== measured[path]).sort();
  expect(changed, "measure again on an idle machine: npm run timing -- --write").toEqual([]);
});
