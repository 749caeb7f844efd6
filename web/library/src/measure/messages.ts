/**
 * Random messages for a modulus: they have its length in bytes, and are smaller because the first byte is zero. If the key limits
 * messages to `messageLength` bits, as many whole bytes as fit are random.
 */
export function randomMessages(count: number, modulusLength: number, messageLength?: number): Uint8Array[] {
  const length = Math.ceil(modulusLength / 8);
  const room = messageLength === undefined ? length - 1 : Math.floor(messageLength / 8);
  return Array.from({ length: count }, () => {
    const message = new Uint8Array(length);
    crypto.getRandomValues(message.subarray(length - room));
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
