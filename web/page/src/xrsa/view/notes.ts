import { published } from "rsa-variants/xrsa";
import { h, mathText } from "../../common/dom.ts";
import type { View } from "../state.ts";
import { answers, corrections, measurements, type Note, observations } from "../text/notes.ts";

/** What the paper left open, what is mended in it, and an observation. */
export function notesView(): View {
  const list = (title: string, notes: readonly Note[]) =>
    h(
      "div",
      { class: "note-group" },
      h("h3", {}, title),
      ...notes.map(({ title: name, text }) => h("p", {}, h("strong", {}, `${name} `), ...mathText(text))),
    );
  return {
    element: h(
      "section",
      { class: "notes", "aria-labelledby": "notes-title" },
      h("h2", { id: "notes-title" }, "Beside the paper"),
      h(
        "div",
        { class: "note-grid" },
        list("What it left open", answers),
        list("What is mended", corrections),
        list("What can be seen", observations),
        list("What it measured", measurements),
      ),
      h(
        "p",
        { class: "cited" },
        `${published.source.authors}: `,
        h("cite", {}, published.source.title),
        `, ${published.source.publishedIn}. The device here is a model: it multiplies what its unit would, in the same order, and counts; it says nothing of a real unit’s leaks.`,
      ),
    ),
    update() {},
  };
}
