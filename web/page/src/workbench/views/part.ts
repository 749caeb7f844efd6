import type { Actions } from "../actions.ts";
import type { WorkbenchState, WorkTab } from "../state.ts";

/** What a part of the place shows, and what it can do. */
export interface PartProps {
  readonly state: WorkbenchState;
  readonly actions: Actions;
}

interface TabText {
  readonly verb: string;
  /** Above the choice of the key. */
  readonly key: string;
  readonly source: string;
  readonly placeholder: string;
  /** Above the result. */
  readonly title: string;
  /** What was done to the input, up to the name of the key. */
  readonly did: string;
}

/** The name of the work that adds recipients. */
export const extendVerb = "Add recipients";

export const tabTexts: Readonly<Record<WorkTab, TabText>> = {
  encrypt: {
    verb: "Encrypt",
    key: "recipient’s key",
    source: "Text to encrypt, or drop a file here",
    placeholder: "Type or paste text",
    title: "Encrypted",
    did: "encrypted for",
  },
  decrypt: {
    verb: "Decrypt",
    key: "your private key",
    source: "Encrypted text, or drop a file here",
    placeholder: "-----BEGIN RSA-VARIANTS FILE-----, or lines of digits",
    title: "Decrypted",
    did: "decrypted with",
  },
  sign: {
    verb: "Sign",
    key: "your private key",
    source: "Text to sign, or drop a file here",
    placeholder: "Type or paste text",
    title: "Signature",
    did: "signed with",
  },
  verify: {
    verb: "Verify",
    key: "signer’s key",
    source: "Signed text, or drop the file here",
    placeholder: "Exactly the text that was signed",
    title: "Verified",
    did: "checked with",
  },
};
