import type { Destination } from "../jobs/deliver.ts";
import type { WorkForm } from "../jobs/job.ts";
import type { View } from "../state.ts";
import { jobView } from "./job.ts";
import { keySelect } from "./key-select.ts";
import { resultView } from "./result.ts";
import { sourceView } from "./source.ts";
import { targetButtons } from "./targets.ts";

/** What the tab can ask for. */
export interface DecryptActions {
  change(form: Partial<WorkForm>): void;
  start(destination: Destination): void;
  cancel(): void;
}

/** The tab that decrypts, from above. */
export function decryptViews(actions: DecryptActions): View[] {
  return [
    keySelect("decrypt", { label: "with the private key" }, actions.change),
    sourceView(
      "decrypt",
      {
        label: "Encrypted text, or drop an encrypted file here",
        placeholder: "-----BEGIN RSA-VARIANTS FILE-----, or lines of digits",
      },
      actions.change,
    ),
    targetButtons("decrypt", "Decrypt", actions.start),
    jobView("decrypt", actions.cancel),
    resultView("decrypt", { title: "Decrypted", canMail: false, unshown: "Not shown: it is long, or no text." }),
  ];
}
