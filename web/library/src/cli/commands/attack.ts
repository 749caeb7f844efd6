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
  summary: "attack a key: one that is made for it, or yours",
  flags: {
    list: { short: "l", text: "list the attacks, what they break and what stops them" },
    json: { text: "as JSON, with every option" },
  },
  commands: attacks.map(commandOf),
  notes: ["rsa-variants attack NAME --help tells what an attack does and takes."],
  async run(given, context) {
    if (!given.has("list")) throw new UsageError("the name of an attack is missing, or --list");
    if (given.has("json")) return printJson(attacks, context);
    await print(
      context.stdout,
      attacks.map((each) => `${each.name}\n  ${each.title}\n${describe(each, "  ")}`).join("\n"),
    );
  },
};

/** An attack as a command. */
function commandOf(each: Attack): Command {
  const name = `attack ${each.name}`;
  return {
    name,
    summary: each.title,
    flags: attackFlags(each),
    notes: [
      describe(each),
      wrap(
        "Without --key a fresh key is made, which is for nothing else. What was found is checked against the public key, " +
          "and printed. Ends with 0 when something was found, with 1 when not, or when the attack is not for such keys. " +
          "Ctrl-C ends it. A NUMBER is decimal, or hexadecimal after 0x.",
      ),
    ],
    async run(given, context) {
      const keyed = given.text("key") !== undefined;
      const options = keyed ? optionsForKey(each, given) : optionsForNoKey(each, given);
      const target = keyed ? await targetOf(each.name, given, context) : {};
      const job = { name: each.name, ...options, ...target };
      const line = new ProgressLine(context);
      let step: string | undefined;
      const done = runAttack(job, context.signal, (progress) => {
        if (progress.step !== step) line.keep(progress.step);
        step = progress.step;
        line.show(() => `  ${progress.done}${progress.expected === undefined ? "" : ` of some ${progress.expected}`}`);
      });
      const result = await done.finally(() => line.clear());
      await report(each, given, result, context);
      if (!result.outcome.found) throw new Failure("nothing was found");
    },
  };
}

/** What an attack is, in sentences. */
function describe({ breaks, needs, cost, defence, source }: Attack, indent = ""): string {
  const { authors, title, publishedIn, year } = source;
  const rows = [`Breaks: ${breaks}`, `Needs: ${needs}`, `Costs: ${cost}`, `Defense: ${defence}`];
  rows.push(`Source: ${authors}: ${title}. ${publishedIn}, ${year}.`);
  return rows.map((row) => `${indent}${wrap(row, `${indent}  `)}\n`).join("");
}
