/** Tags of DER. */
const [integer, sequence] = [0x02, 0x30];

/**
 * Whether data are meant as a key, whole or damaged: what is wrong with such is worth telling. Of other data it is only
 * that they are no key.
 */
export function hasKeyMark(data: Uint8Array): boolean {
  const text = Buffer.from(data).toString("latin1");
  return /-----BEGIN |^\s*ssh-rsa\s+AAAA/m.test(text) || /^(?:\xef\xbb\xbf)?\s*\{/.test(text) || beginsAsDer(data);
}

/** As DER of a key begins: a sequence, and in it an INTEGER or a sequence first. Before that it may be cut off. */
function beginsAsDer(data: Uint8Array): boolean {
  const [tag, length = 0x82] = data;
  if (tag !== sequence || length > 0x82) return false;
  const isLong = length >= 0x80;
  const at = isLong ? length - 0x80 + 2 : 2;
  const first = data[at] ?? integer;
  // A short one is a public key, where the inner sequence has 13 bytes; without that, the text "0x0" would pass.
  return first === integer || (first === sequence && (isLong || data[at + 1] === 13));
}
