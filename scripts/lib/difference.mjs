// @ts-check
// The difference of a file from another one, as the builds of a module need it: most of their code is the same.

/** The shortest piece that is looked for. */
const least = 8;
/** How many places are tried for each piece. */
const mostTries = 32;

/**
 * What `unpack.ts` of the package adds to `base` to get `file`: the length of the file, the length of the list of pieces, and that list,
 * with three numbers for each piece: how many new bytes come before it, how long it is, and how far its place in `base` is from where the
 * last one would go on. Then come the new bytes.
 * @param {Buffer} base
 * @param {Buffer} file
 */
export function difference(base, file) {
  const place = placesIn(base);
  /** @type {number[]} */
  const list = [];
  /** @type {Buffer[]} */
  const fresh = [];
  let expected = 0;
  let start = 0; // of the new bytes
  for (let at = 0; at < file.length; ) {
    const next = expected + at - start;
    const piece = place(file, at, next);
    if (piece.length === 0) {
      at++;
      continue;
    }
    fresh.push(file.subarray(start, at));
    const move = piece.from - next;
    list.push(...number(at - start), ...number(piece.length), ...number(move < 0 ? -2 * move - 1 : 2 * move));
    at += piece.length;
    start = at;
    expected = piece.from + piece.length;
  }
  fresh.push(file.subarray(start));
  return Buffer.concat([Buffer.from([...number(file.length), ...number(list.length), ...list]), ...fresh]);
}

/** A number in groups of seven bits, the lowest first. @param {number} value @returns {number[]} */
function number(value) {
  return value < 128 ? [value] : [(value % 128) + 128, ...number(Math.floor(value / 128))];
}

/**
 * Finds the longest piece that `base` also has.
 * @param {Buffer} base
 */
function placesIn(base) {
  const slots = 1 << 20;
  const last = new Int32Array(slots).fill(-1);
  const before = new Int32Array(base.length).fill(-1);
  const slotOf = (/** @type {Buffer} */ bytes, /** @type {number} */ at) =>
    (Math.imul(bytes.readInt32LE(at), 0x9e3779b1) ^ Math.imul(bytes.readInt32LE(at + 4), 0x85ebca6b)) >>> 12;
  for (let at = 0; at + least <= base.length; at++) {
    const slot = slotOf(base, at);
    before[at] = last[slot] ?? -1;
    last[slot] = at;
  }
  return (/** @type {Buffer} */ file, /** @type {number} */ at, /** @type {number} */ next) => {
    const lengthAt = (/** @type {number} */ from) => {
      let length = 0;
      while (at + length < file.length && from + length < base.length && file[at + length] === base[from + length])
        length++;
      return length;
    };
    // A piece that goes on where the last one would costs less.
    let [from, length] = [next, lengthAt(next)];
    if (length < least / 2) length = 0;
    if (at + least > file.length) return { from, length };
    const bonus = length === 0 ? 0 : 6;
    let found = last[slotOf(file, at)] ?? -1;
    for (let tries = 0; found >= 0 && tries < mostTries; tries++, found = before[found] ?? -1) {
      const other = lengthAt(found);
      if (other >= least && other > length + (from === next ? bonus : 0)) [from, length] = [found, other];
    }
    return { from, length };
  };
}
