import { type Operation, operations } from "@rsa-variants/measure/tasks/protocol";
import { h, setAttribute, setContent, setText } from "../../common/dom.ts";
import { copyButton, filePicker, quietButton } from "../../common/file-buttons.ts";
import { measuredLengths } from "../results/run.ts";
import type { Actions, View } from "../state.ts";
import { operationTitles } from "./table.ts";

/** Above the table: which operation the right-hand columns compare, and which measured length is shown. */
export function tableBarView(actions: Actions): View {
  const shown: readonly Operation[] = [...operations].reverse();
  const buttons = shown.map((operation) => ({
    operation,
    element: h(
      "button",
      { type: "button", click: () => actions.select({ compared: operation }) },
      operationTitles[operation],
    ),
  }));
  const lengths = h("div", { class: "segments", role: "group", "aria-label": "Measured modulus lengths" });
  const title = h("h2", {});
  const element = h(
    "div",
    { class: "table-bar" },
    title,
    lengths,
    h(
      "div",
      { class: "segments", role: "group", "aria-label": "Operation compared" },
      ...buttons.map((button) => button.element),
    ),
  );
  return {
    element,
    update(state) {
      const { selection, figures } = state;
      setText(title, `${selection.modulusLength} bits`);
      for (const button of buttons) {
        setAttribute(button.element, "aria-pressed", button.operation === selection.compared ? "true" : "false");
      }
      const measured = measuredLengths(figures);
      const others = measured.filter((length) => length !== selection.modulusLength);
      lengths.hidden = others.length === 0;
      setContent(lengths, JSON.stringify([measured, selection.modulusLength]), () =>
        measured.map((length) =>
          h(
            "button",
            {
              type: "button",
              "aria-pressed": length === selection.modulusLength ? "true" : "false",
              click: () => actions.select({ modulusLength: length }),
            },
            String(length),
          ),
        ),
      );
    },
  };
}

/** Below the table: save, copy, load. */
export function filesView(actions: Actions): View {
  const json = quietButton("Save JSON", "Every raw sample and the environment", () => actions.save("json"));
  const csv = quietButton("Save CSV", "The table, numbers in full", () => actions.save("csv"));
  const copy = copyButton(() => actions.copyMarkdown());
  const load = filePicker({
    id: "load-run",
    label: "Load a run …",
    title: "Shows a saved run beside this one",
    accept: "application/json,.json",
    take: ([file]) => {
      if (file !== undefined) actions.load(file);
    },
  });
  const unload = quietButton("Remove loaded run", "", () => actions.unload());
  const element = h("div", { class: "files" }, json, csv, copy, ...load, unload);
  return {
    element,
    update({ figures, loaded }) {
      const empty = figures === undefined || figures.measurements.length === 0;
      for (const each of [json, csv]) each.disabled = empty;
      unload.hidden = loaded === undefined;
      unload.title = loaded?.name ?? "";
    },
  };
}
