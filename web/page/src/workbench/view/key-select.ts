import { h, setContent, setText } from "../../common/dom.ts";
import { type FieldText, field } from "../../common/field.ts";
import type { WorkForm, WorkTab } from "../jobs/job.ts";
import { chosenKey, fittingKeys, needsPrivate } from "../jobs/keys-for.ts";
import { describeKey, groupedFingerprint, type KeyEntry } from "../keys/entry.ts";
import type { View } from "../state.ts";

/** Which key to take, with a way to the keys where there is none. */
export function keySelect(tab: WorkTab, text: FieldText, change: (form: Partial<WorkForm>) => void): View {
  const id = `${tab}-key`;
  const select = h("select", {
    id,
    "aria-describedby": `${id}-note`,
    change: () => change({ fingerprint: select.value }),
  });
  const { element, update } = field(id, text, select, (shown, value) => shown === value);
  element.classList.add("key-select");
  const none = needsPrivate[tab] ? "This takes a private key, and there is none yet: " : "There is no key yet: ";
  const why = h("span", {});
  const way = h("a", { href: "#keys" });
  const missing = h("p", { class: "missing-key" }, why, way, ".");
  return {
    element: h("div", { class: "key-choice" }, element, missing),
    update(state) {
      const keys = fittingKeys(state, tab);
      const chosen = chosenKey(state, tab);
      const isLocked = state.storage.state === "locked";
      setText(why, isLocked ? "The kept keys are locked: " : none);
      setText(way, isLocked ? "unlock them, or make or load one" : "make or load one");
      missing.hidden = keys.length > 0;
      element.hidden = keys.length === 0;
      const texts = optionTexts(keys);
      setContent(select, keys.map(({ id }, at) => `${id} ${texts[at]}`).join() + (chosen === undefined), () => [
        ...(chosen === undefined ? [h("option", { value: "", disabled: true }, "choose a key")] : []),
        ...keys.map(({ fingerprint }, at) => h("option", { value: fingerprint }, texts[at])),
      ]);
      update({ value: chosen?.fingerprint ?? "", problems: [], disabled: state.jobs[tab].running !== undefined });
    },
  };
}

/** What keys are called; those of one name have the beginning of their fingerprint, too. */
function optionTexts(keys: readonly KeyEntry[]): string[] {
  return keys.map((key) => {
    const isAlone = keys.filter(({ name }) => name === key.name).length === 1;
    const mark = isAlone ? "" : `, SHA-256 ${groupedFingerprint(key.fingerprint.slice(0, 16))} …`;
    return `${key.name} (${describeKey(key)}${mark})`;
  });
}
