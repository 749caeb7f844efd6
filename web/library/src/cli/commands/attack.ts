import { type Attack, attacks } from "../../security/attacks.js";
import { wrap } from "../arguments.js";
import { attackFlags, optionsForKey, optionsForNoKey, targetOf } from "../attack/flags.js";
import { report, run as runAttack } from "../attack/run.js";
import { type Command, print } from "../context.js";
import { printJson } from "../facts.js";
import { Failure, UsageError } from "../failure.js";
import { ProgressLine } from "../progress.js";

export const attack: Command = {
  name: "attack",
  summary: "Attack a key: a demonstration key, or yours",
  flags: {
    list: { short: "l", text: "list the attacks, with what they break and what stops them" },
    json: { text: "with --list: print JSON, with every option of each attack" },
  },
  commands: attacks.map(commandOf),
  examples: ["attack --list", "attack small-crt-exponents"],
  notes: ['Run "rsa-variants attack NAME --help" for what an attack does and its flags.'],
  async run(given, context) {
    if (!given.has("list")) throw new UsageError("give the name of an attack, or --list");
    if (given.has("json")) return printJson(attacks, context);
    await print(
      context.stdout,
      attacks.map((each) => `${each.name}\n  ${each.title}\n${describe(each, "  ")}`).join("\n"),
    );
  },
};

/** The command of an attack. */
function commandOf(each: Attack): Command {
  const name = `attack ${each.name}`;
  const needsMore = each.targets.some(({ fields }) => fields.length > 0);
  return {
    name,
    summary: each.title,
    flags: attackFlags(each),
    examples: [name, ...(needsMore ? [] : [`${name} --key public.pem`])],
    notes: [
      describe(each),
      "Without --key, the attack runs on a demonstration key that is made for it. The result is checked against the public key " +
        "and printed. The exit code is 0 if the attack found something, 1 if it found nothing or does not apply to the key. " +
        "Ctrl-C ends the attack. A NUMBER is decimal, or hexadecimal with 0x.",
    ],
    async run(given, context) {
      const keyed = given.text("key") !== undefined;
      const options = keyed ? optionsForKey(each, given) : optionsForNoKey(each, given);
      const target = keyed ? await targetOf(each, given, context) : {};
      const job = { name: each.name, ...options, ...target };
      const line = new ProgressLine(context);
      let step: string | undefined;
      const done = runAttack(job, context.signal, (progress) => {
        if (progress.step !== step) line.keep(progress.step);
        step = progress.step;
        line.show(() => `  ${progress.done}${progress.expected === undefined ? "" : ` of about ${progress.expected}`}`);
      });
      const result = await done.finally(() => line.clear());
      await report(each, given, result, context);
      if (!result.outcome.found) throw new Failure("the attack found nothing");
    },
  };
}

/** Describes an attack in sentences. */
function describe({ breaks, needs, cost, defense, source }: Attack, indent = ""): string {
  const { authors, title, publishedIn, year } = source;
  const rows = [`Breaks: ${breaks}`, `Needs: ${needs}`, `Costs: ${cost}`, `Defense: ${defense}`];
  rows.push(`Source: ${authors}: ${title}. ${publishedIn}, ${year}.`);
  return rows.map((row) => `${indent}${wrap(row, `${indent}  `)}\n`).join("");
}
