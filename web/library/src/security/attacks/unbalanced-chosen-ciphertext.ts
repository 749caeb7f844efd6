import type { GlueParams } from "../../params.js";
import {
  type AttackDefinition,
  type AttackGlue,
  checkChoice,
  choice,
  type DemonstrationOf,
  modulusLengthOf,
  numberOption,
  type Outcome,
  type PublicKeyNumbers,
  type Reporting,
  toKeyArguments,
  toNumbers,
  toOpenParams,
} from "../attack.js";

/** A device's answers to ciphertexts of messages that the attacker chose. */
export interface UnbalancedChosenCiphertextTarget extends PublicKeyNumbers {
  /** The messages whose ciphertexts got an answer. */
  readonly messages: readonly bigint[];
  /** The answers, in the same order. */
  readonly answers: readonly bigint[];
  /** The messages whose ciphertexts got no answer. */
  readonly refused: readonly bigint[];
}

/** An attack on a device with an unbalanced key: a gcd from one of its answers, or a bisection of where its answers end. */
export interface UnbalancedChosenCiphertext {
  readonly target: UnbalancedChosenCiphertextTarget;
  readonly options: object;
  readonly outcome: Outcome<
    {
      /** p and q, the shorter first. */
      readonly primes: readonly [p: bigint, q: bigint];
    },
    {
      /** How many ciphertexts the device was sent. */
      readonly questions: number;
    }
  >;
  readonly demonstrationOptions: {
    /** Default 1024. */
    readonly modulusLength?: number | undefined;
    /** |p|, from 64 bits to less than half of the modulus. Default: that of key generation. */
    readonly primeLength?: number | undefined;
    /**
     * What the device checks before it answers. `unchecked`: nothing. `encrypts-again`: whether its answer encrypts to the
     * ciphertext. `library`: also whether the answer is below the public bound, as this library does. Default `unchecked`.
     */
    readonly device?: "unchecked" | "encrypts-again" | "library" | undefined;
  };
  readonly demonstration: DemonstrationOf<UnbalancedChosenCiphertextTarget, object>;
}

const device = choice("device", "What the device checks", ["unchecked", "encrypts-again", "library"], {
  unchecked: "Nothing",
  "encrypts-again": "Encrypts the answer again",
  library: "The same as this library",
});

/** The calls of the bindings. */
export type UnbalancedChosenCiphertextGlue = AttackGlue<
  "unbalancedChosenCiphertext",
  UnbalancedChosenCiphertext,
  [messages: Uint8Array[], answers: Uint8Array[], refused: Uint8Array[], ...Reporting],
  [params: GlueParams, device: string]
>;

export const unbalancedChosenCiphertext: AttackDefinition<
  "unbalanced-chosen-ciphertext",
  UnbalancedChosenCiphertext,
  UnbalancedChosenCiphertextGlue
> = {
  attack: {
    name: "unbalanced-chosen-ciphertext",
    title: "Chosen ciphertexts for an unbalanced key",
    breaks:
      "Unbalanced keys on a device that answers for messages above the short prime, or for every message below it.",
    needs: "The public key, and a device that decrypts what the attacker has encrypted, or shows that it cannot.",
    cost: "One ciphertext if the device checks nothing, otherwise one for each bit of the short prime.",
    defense:
      "Answer only for messages below a public bound, and check every answer by encrypting it again, as this library always does.",
    source: {
      authors: "Henri Gilbert, Dipankar Gupta, Andrew Odlyzko, Jean-Jacques Quisquater",
      title: "Attacks on Shamir's 'RSA for paranoids'",
      publishedIn: "Information Processing Letters 68, pages 197–199",
      year: 1998,
    },
    options: [],
    demonstrationOptions: [
      modulusLengthOf(1024),
      numberOption("primeLength", "Length of the short prime", "bits", 64, 8191),
      device,
    ],
  },
  optionNames: {},
  demonstrationNames: { modulusLength: true, primeLength: true, device: true },
  run(glue, target, _options, report) {
    const key = toKeyArguments(target);
    const messages = toNumbers("messages", target.messages);
    const answers = toNumbers("answers", target.answers);
    const refused = toNumbers("refused", target.refused);
    return glue.unbalancedChosenCiphertext(...key, messages, answers, refused, report);
  },
  demonstrate(glue, options, random, report) {
    const { modulusLength = 1024, primeLength, device: which = device.default } = options;
    checkChoice(device, which);
    const params = toOpenParams({ variant: "unbalanced", modulusLength, primeLength });
    return glue.unbalancedChosenCiphertextDemonstration(params, which, random, report);
  },
};
