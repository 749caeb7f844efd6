import { factsOf, type KeyParams } from "rsa-variants";
import type { Operation } from "../tasks/protocol.ts";
import { allSoftware, readersOf } from "./readers.ts";
import { isSafe, type Row } from "./rows.ts";

/** What somebody needs of a key. */
export interface Need {
  /** What must be fast. */
  readonly operations: readonly Operation[];
  /** Whether keys with these parameters serve it, however fast they are. */
  suits(params: KeyParams): boolean;
}

/** Whether a variant handles every message. */
const isGeneral = ({ variant }: KeyParams) => factsOf(variant).purpose === "general";

/** Both directions must be fast, whatever else may be. */
export const fastBothWays: Need = { operations: ["encrypt", "decrypt"], suits: isGeneral };

/** Both directions must be fast, and a standard format must hold the private keys. */
export const bothDirections: Need = {
  ...fastBothWays,
  suits: (params) => isGeneral(params) && factsOf(params.variant).hasStandardFormat === true,
};

/** The needs in the table of docs/choosing-a-variant.md, with their words there and the heading that explains the advice. */
export const needs: readonly (Need & { readonly text: string; readonly anchor: string })[] = [
  { text: "both directions fast", anchor: "both-directions", ...bothDirections },
  {
    text: "many private operations, few encryptions",
    anchor: "many-private-operations",
    operations: ["decrypt"],
    suits: isGeneral,
  },
  {
    text: "keys that all software reads",
    anchor: "compatible-with-everything",
    operations: ["decrypt"],
    suits: (params) => isGeneral(params) && readersOf(params.variant, params.primes).privateKeys === allSoftware,
  },
  {
    text: "many messages decrypted at once",
    anchor: "many-messages-at-once",
    operations: ["decrypt"],
    suits: ({ variant }) => factsOf(variant).purpose === "several-ciphertexts",
  },
  {
    text: "short messages, no signatures",
    anchor: "short-messages",
    operations: ["decrypt"],
    suits: ({ variant }) => factsOf(variant).purpose === "short-messages",
  },
];

/** The safe rows that serve a need, fastest first: the least time for one of each of its operations. */
export function advisedFor({ operations, suits }: Need, rows: readonly Row[]): Row[] {
  const time = ({ summaries }: Row) =>
    operations.reduce((sum, operation) => sum + (summaries[operation]?.time ?? Number.POSITIVE_INFINITY), 0);
  return rows
    .filter((row) => isSafe(row) && row.resolved !== undefined && suits(row.resolved.params) && time(row) < Infinity)
    .sort((a, b) => time(a) - time(b));
}

/** What speaks against a row's keys although they are safe and fast, each as a clause. */
export function caveatsOf({ subject, assessment }: Pick<Row, "subject" | "assessment">): string[] {
  if (subject.kind !== "variant") return [];
  return [
    factsOf(subject.variant).hasStandardFormat === true ? [] : "no standard format holds its private keys",
    assessment?.decisive.strengthRange === undefined ? [] : "the estimate of its safety is uncertain",
  ].flat();
}
