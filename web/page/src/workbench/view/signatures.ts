import { h, setText } from "../../common/dom.ts";
import { acceptDrops, type Dropped } from "../../common/drop.ts";
import { filePicker } from "../../common/file-buttons.ts";
import { formatBytes } from "../../common/format.ts";
import type { WorkForm } from "../jobs/job.ts";
import { signatureEnding } from "../jobs/signatures.ts";
import type { View } from "../state.ts";
import { jobView } from "./job.ts";
import { keySelect } from "./key-select.ts";
import { resultView } from "./result.ts";
import { sourceView } from "./source.ts";
import { targetButtons } from "./targets.ts";

/** What the tab that signs can ask for. */
export interface SignActions {
  change(form: Partial<WorkForm>): void;
  start(): void;
  cancel(): void;
}

/** What the tab that verifies can ask for. */
export interface VerifyActions extends SignActions {
  chooseSignature(file: File): void;
  drop(dropped: Dropped): void;
}

/** The tab that signs, from above. */
export function signViews(actions: SignActions): View[] {
  const text = { label: "Text to sign, or drop a file here", placeholder: "Type or paste a text" };
  return [
    keySelect("sign", { label: "with the private key" }, actions.change),
    sourceView("sign", text, actions.change),
    targetButtons("sign", "Sign", actions.start, { canStream: false }),
    jobView("sign", actions.cancel),
    resultView("sign", {
      title: "Signed",
      canMail: true,
      unshown:
        "The bare signature, RSA-PSS with SHA-256 and a salt of 32 bytes. OpenSSL verifies it too: openssl dgst -sha256 " +
        "-sigopt rsa_padding_mode:pss -verify public.pem -signature FILE.sig FILE",
    }),
  ];
}

/** The tab that verifies, from above. */
export function verifyViews(actions: VerifyActions): View[] {
  const text = { label: "Text that was signed, or drop the file here", placeholder: "The text, to the letter" };
  return [
    keySelect("verify", { label: "signed by the owner of" }, actions.change),
    sourceView("verify", text, actions.change),
    signatureView(actions),
    targetButtons("verify", "Verify", actions.start, {
      canStream: false,
      problemOf: ({ signature }) => (signature === undefined ? "There is no signature yet." : undefined),
    }),
    jobView("verify", actions.cancel),
    resultView("verify", { title: "Verified", canMail: false, unshown: "" }),
  ];
}

/** The file with the signature, which may have any name when it is dropped here. */
function signatureView(actions: VerifyActions): View {
  const take = ([file]: readonly File[]) => {
    if (file !== undefined) actions.chooseSignature(file);
  };
  let isRunning = false;
  const [open, input] = filePicker({
    id: "signature-file",
    label: "Choose the signature …",
    title: `The file that ends in ${signatureEnding}, as Sign or OpenSSL wrote it`,
    take,
  });
  const name = h("span", {});
  const element = h("div", { class: "signature-file" }, open, input, name);
  acceptDrops(element, (dropped) => {
    const isOne = dropped.files.length === 1 && dropped.folders.length === 0;
    if (isOne && !isRunning) take(dropped.files);
    else actions.drop(dropped);
  });
  return {
    element,
    update({ signature, jobs }) {
      isRunning = jobs.verify.running !== undefined;
      open.disabled = isRunning;
      setText(name, signature === undefined ? "or drop it here" : `${signature.name}, ${formatBytes(signature.size)}`);
      name.classList.toggle("muted", signature === undefined);
    },
  };
}
