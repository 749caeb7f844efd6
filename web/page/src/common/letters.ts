/** The letters of the papers, which stand at the page's fields. */
const letters: Readonly<Record<string, string>> = {
  modulusLength: "n",
  primes: "r",
  crtExponentLength: "w",
  batchSize: "b",
  publicExponentLength: "|e|",
  publicExponent: "e",
};

const names = new RegExp(`\\b(?:${Object.keys(letters).join("|")})\\b`, "g");

/** A message of the library about parameters, with the papers' letters in the place of their names. */
export function inLetters(message: string): string {
  return message.replace(names, (name) => letters[name] ?? name);
}
