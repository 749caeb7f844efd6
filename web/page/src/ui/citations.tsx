import { Fragment } from "preact";

interface CitationsProps {
  /** Short names of publications. */
  readonly of: readonly string[];
  /** The address of Papers; "" on that place itself. */
  readonly papers?: string;
}

/** Publications by their short names, each a link to its entry in Papers. */
export function Citations({ of, papers = "../papers/" }: CitationsProps) {
  return (
    <>
      {of.map((short, at) => (
        <Fragment key={short}>
          {at > 0 && "; "}
          <a href={`${papers}#${anchorOf(short)}`}>{short}</a>
        </Fragment>
      ))}
    </>
  );
}

// A sentence cites a publication by its short name ("Kocher 1996"), and the address of its entry in Papers follows
// from that name. So no place carries the bibliography. A test checks that Papers lists everything that is cited.

/**
 * The short name of a publication: the authors' family names and the year, "Takayasu, Lu, Peng 2019". Of more than three
 * authors only the first is named, and an institution has its initials, "NIST 2019".
 */
export function shortSource({ authors, year }: { readonly authors: string; readonly year: number }): string {
  const names = authors.split(", ").map(shortName);
  return `${names.length > 3 ? `${names[0]} and others` : names.join(", ")} ${year}`;
}

function shortName(name: string): string {
  const words = name.split(" ").filter((word) => word !== "Jr.");
  if (!words.includes("of")) return words.at(-1) as string;
  return words
    .map((word) => word.charAt(0))
    .filter((letter) => letter !== letter.toLowerCase())
    .join("");
}

/** The anchor of a publication in Papers, from its short name: "kocher-1996". */
export function anchorOf(short: string): string {
  const plain = short.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

/** The publications that describe the attacks which the guards of the private operation prevent. */
export const guardSources = {
  Blinding: ["Kocher 1996"],
  "Fault check": ["Boneh, DeMillo, Lipton 1997", "Aumüller and others 2002"],
} as const satisfies Readonly<Record<string, readonly string[]>>;
