/** Encrypted files as text, for places that take no others, such as the body of a message. */

const begin = "-----BEGIN RSA-VARIANTS FILE-----";
const end = "-----END RSA-VARIANTS FILE-----";
const lineLength = 64;

/** Bytes in base64 between two lines that say what they are. */
export function armour(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  const lines = btoa(binary).match(new RegExp(`.{1,${lineLength}}`, "g")) ?? [];
  return `${[begin, ...lines, end].join("\n")}\n`;
}

/** Whether a text, by its beginning, is armoured. */
export function isArmoured(start: string): boolean {
  return start.trimStart().startsWith(begin);
}

/**
 * The bytes of an armoured text; white space and what stands around it do not matter.
 *
 * @throws Error for a text without its last line, or with what is no base64
 */
export function unarmour(text: string): Uint8Array<ArrayBuffer> {
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  if (from < 0 || to < 0) throw new Error(`the text is cut short: its last line, ${end}, is missing`);
  try {
    return Uint8Array.from(atob(text.slice(from + begin.length, to)), (character) => character.charCodeAt(0));
  } catch {
    throw new Error(`the text between ${begin} and ${end} is damaged: it is no base64`);
  }
}
