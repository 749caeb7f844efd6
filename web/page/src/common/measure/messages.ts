/** Random messages for a modulus: as long as it in bytes, and smaller than it because the first byte is zero. */
export function randomMessages(count: number, modulusLength: number): Uint8Array[] {
  return Array.from({ length: count }, () => {
    const message = crypto.getRandomValues(new Uint8Array(Math.ceil(modulusLength / 8)));
    message[0] = 0;
    return message;
  });
}

/** Throws unless both hold the same bytes. */
export function checkEqual(found: Uint8Array, wanted: Uint8Array): void {
  let difference = found.length ^ wanted.length;
  for (let index = 0; index < wanted.length; index += 1) {
    difference |= (found[index] as number) ^ (wanted[index] as number);
  }
  if (difference !== 0) throw new Error("a result is wrong: decryption did not return the message");
}
