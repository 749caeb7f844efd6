// Proves with Gappa and z3 that the kernels of crates/modular-powers are exact.

import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { main } from "../scripts/lib/command.mjs";
import { root } from "../scripts/lib/paths.mjs";
import { ensureProgram } from "../scripts/lib/programs.mjs";
import { mustRun, Problem, run } from "../scripts/lib/run.mjs";
import { checkPrerequisites } from "../scripts/lib/rust-tools.mjs";
import { timed } from "../scripts/lib/step.mjs";

const texts = join(root, "lab/proofs");
/** What the provers read: the texts with the constants' values. */
const generated = join(root, "target", "proofs");
/** How long a prover may take, in seconds. A text takes less than 3 on an idle machine; a false control may run on for hours. */
const limits = { text: "300", control: "10" };

const command = {
  usage: "node lab/proofs.mjs",
  about:
    "Proves with Gappa and z3 that the kernels of crates/modular-powers are exact. lab/proofs/README.md says what is proved and what\n" +
    "is assumed.",
};

await main(command, async () => {
  await checkPrerequisites();
  for (const prover of ["gappa", "z3"]) await ensureProgram(prover);
  const constants = new Map();
  await timed("constants", () => readConstants(constants));
  await mkdir(generated, { recursive: true });
  const names = (await readdir(texts)).filter((name) => [".gappa", ".smt2"].includes(extname(name)));
  if (names.length === 0) throw new Problem(`there are no proofs in ${texts}`);
  for (const name of names.sort()) await check(name, constants);
});

/**
 * Reads the constants as they stand in the source. Ignored tests print them, because most are private.
 * @param {Map<string, bigint>} constants
 */
async function readConstants(constants) {
  const test = ["constants_for_proofs", "--ignored", "--nocapture", "--test-threads", "1"];
  const output = await mustRun("cargo", ["test", "--quiet", "-p", "modular-powers", "--lib", "--", ...test]);
  for (const [, name, value] of output.matchAll(/^constant (\w+) (\d+)$/gm)) constants.set(name, BigInt(value));
  if (constants.size === 0) throw new Problem(`the tests constants_for_proofs printed no constants:\n${output}`);
  return `${constants.size} read`;
}

/** Proves a text, and checks that none of its controls is proved. */
async function check(name, constants) {
  const text = await readFile(join(texts, name), "utf8");
  const controls = [...text.matchAll(/^[#;] control: (.*)$/gm)].map(([, control]) => control);
  if (controls.length === 0) throw new Problem(`${name} has no control`);
  const start = Date.now();
  const { isProved, output } = await prove(name, text, constants, limits.text);
  const isVacuous = extname(name) === ".smt2" && !(await haveCases(name, text, constants));
  const proved = [];
  for (const control of controls) {
    const changed = change(name, text, constants, control);
    if ((await prove(`control-${name}`, changed.text, changed.constants, limits.control)).isProved)
      proved.push(control);
  }
  const took = ((Date.now() - start) / 1000).toFixed(1);
  const state = isProved ? "proved" : "NOT proved";
  console.log(`${name}: ${state}; ${controls.length} controls, ${proved.length} proved (${took} s)`);
  if (!isProved) console.error(`✗ ${name} (see ${join(generated, name)}):\n${output.trimEnd()}`);
  if (isVacuous) console.error(`✗ ${name}: the hypotheses of a goal contradict each other`);
  for (const control of proved) console.error(`✗ ${name}: the control "${control}" is false, but was proved`);
  if (!isProved || isVacuous || proved.length > 0) process.exitCode = 1;
}

/** Whether the hypotheses of every goal for z3 have a case. If they had none, any claim would be proved. */
async function haveCases(name, text, constants) {
  const withoutClaims = text.replace(/^\(assert \(not /gm, "(assert (or true ");
  return (await prove(`cases-${name}`, withoutClaims, constants, limits.text, "sat")).isProved;
}

/** A control changes a constant, "NAME + 1", or the text, "this => that". */
function change(name, text, constants, control) {
  const [from, to] = control.split(" => ");
  const body = text.replace(/^[#;] control: .*$/gm, "");
  if (to !== undefined) {
    if (!body.includes(from)) throw new Problem(`${name}: the control "${control}" changes nothing`);
    return { text: body.replaceAll(from, to), constants };
  }
  const [, constant, operator, operand] = /^(\w+) ([-+*/]) (\d+)$/.exec(control) ?? [];
  const value = constants.get(constant);
  if (value === undefined || !new RegExp(`\\b${constant}\\b`).test(body))
    throw new Problem(`${name}: the control "${control}" names no constant of the text`);
  const number = BigInt(operand);
  const changed = { "+": value + number, "-": value - number, "*": value * number, "/": value / number }[operator];
  return { text, constants: new Map(constants).set(constant, changed) };
}

/**
 * Runs the prover on a text, in which names in capital letters are the source's constants.
 * @param answer z3's, for each goal: that no case contradicts it
 * @returns {Promise<{ isProved: boolean, output: string }>}
 */
async function prove(name, text, constants, seconds, answer = "unsat") {
  const path = join(generated, name);
  const withValues = text.replace(/\b[A-Z]+(_[A-Z0-9]+)+\b|\b[A-Z]{3,}\b/g, (word) => `${constants.get(word) ?? word}`);
  await writeFile(path, withValues);
  const isGappa = extname(name) === ".gappa";
  const program = await ensureProgram(isGappa ? "gappa" : "z3");
  const { code, output, stdout } = await run("timeout", [seconds, program, path]);
  if (code === 124) return { isProved: false, output: `no answer after ${seconds} s` };
  if (isGappa) {
    if (/parse error|syntax error/i.test(output)) throw new Problem(`${name} is no text for Gappa:\n${output}`);
    return { isProved: code === 0, output };
  }
  if (output.includes("(error")) throw new Problem(`${name} is no text for z3:\n${output}`);
  const goals = [...withValues.matchAll(/^; (goal:.*)$/gm)].map(([, line]) => line);
  const answers = stdout.trim().split("\n");
  const failed = goals.filter((_, index) => answers[index] !== answer);
  return {
    isProved: goals.length > 0 && answers.length === goals.length && failed.length === 0,
    output: `${failed.join("\n")}\n${stdout}`,
  };
}
