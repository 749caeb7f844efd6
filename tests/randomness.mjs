/** The platform's, also while a test has replaced it. */
const platform = crypto;
const { getRandomValues } = Object.getPrototypeOf(platform);

/**
 * Replaces JavaScript's random numbers, and so the library's, by numbers that follow from a seed: those of the generator sfc32
 * (small fast counter).
 * @param {string} seed
 */
export function seedRandomness(seed) {
  let [a, b, c, counter] = [0, 0, 0, 1];
  const next = () => {
    const sum = (a + b + counter++) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (const character of `${seed}....`) {
    a ^= character.codePointAt(0) ?? 0;
    for (let i = 0; i < 4; i += 1) next();
  }

  platform.getRandomValues = (array) => {
    getRandomValues.call(platform, array); // refuses what the platform refuses
    if (ArrayBuffer.isView(array)) {
      const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      for (let i = 0; i < bytes.length; i += 1) bytes[i] = next();
    }
    return array;
  };
  // Insecure contexts have no randomUUID.
  if ("randomUUID" in platform) {
    const digit = (/** @type {string} */ most) => (Number(most) ^ (next() & (15 >> (Number(most) / 4)))).toString(16);
    platform.randomUUID = () => /** @type {any} */ ("10000000-1000-4000-8000-100000000000".replaceAll(/[018]/g, digit));
  }
  Math.random = () => next() / 2 ** 32;
}
