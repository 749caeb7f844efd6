import { download } from "../../common/download.ts";
import type { Result } from "./job.ts";

/** The longest text that goes into an address of mail: beyond it, programs cut off. */
const longestBody = 1500;

/**
 * Hands an encrypted result to the user's mail program: as an attachment where the browser can, as the body where it is short,
 * and else saved, to be attached by hand.
 *
 * @returns what is left to do, or nothing
 */
export async function mail({ name, blob, text }: Result): Promise<string | undefined> {
  const file = new File([blob], name, { type: "application/octet-stream" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return undefined;
    } catch (error) {
      // The user wanted not; what else fails is tried as mail.
      if (error instanceof DOMException && error.name === "AbortError") return undefined;
    }
  }
  if (text !== undefined && text.length <= longestBody) {
    openMail(name, text);
    return undefined;
  }
  download(name, "application/octet-stream", blob);
  openMail(name, `${name} is attached.`);
  return `${name} was saved: attach it to the message.`;
}

function openMail(subject: string, body: string): void {
  const link = document.createElement("a");
  link.href = `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
  link.target = "_blank"; // else Chromium takes it for leaving the page
  link.click();
}
