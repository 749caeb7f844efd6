// Makes inputs from other inputs: with damaged bytes, repeated and exchanged pieces and, for JSON, changed members.

/** A generator of integers below a limit (xorshift32), so that a seed repeats a run. */
export function randomFrom(seed) {
  let state = seed >>> 0 || 1;
  return (limit) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % limit;
  };
}

/**
 * An input of one of the corpus, changed one to four times.
 * @param {readonly Uint8Array[]} corpus
 * @param {(limit: number) => number} random
 */
export function mutate(corpus, random) {
  let input = corpus[random(corpus.length)];
  for (let times = 1 + random(4); times > 0; times--) {
    const changed = random(2) === 0 ? changedJson(input, random) : undefined;
    input = changed ?? changedBytes(input, corpus[random(corpus.length)], random);
  }
  return input.subarray(0, 1 << 16);
}

const telling = new TextEncoder().encode('{}[]":,\\0-1e9Az_-=\n\u00e9\u0000');

function changedBytes(input, other, random) {
  const bytes = [...input];
  const at = random(bytes.length + 1);
  const length = random(33);
  const from = random(other.length + 1);
  switch (random(7)) {
    case 0:
      bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
      break;
    case 1:
      bytes.splice(at, random(2), telling[random(telling.length)]);
      break;
    case 2:
      bytes.splice(at, length);
      break;
    case 3:
      bytes.splice(at, random(length + 1), ...other.subarray(from, from + 256));
      break;
    case 4:
      bytes.splice(at, 0, ...bytes.slice(at, at + length));
      break;
    case 5:
      bytes.length = at;
      break;
    default:
      bytes.splice(at, 4, random(256), random(256), random(256), random(256));
  }
  return Uint8Array.from(bytes);
}

/** Values that a parser does not expect. */
const odd = [null, true, -1, 0, 1.5, 2 ** 53, 1e308, "", "AQAB", "A", "=", "\ud800", [], {}, [[]], "__proto__"];

/** The same JSON with a member removed, renamed, copied, added or replaced; undefined for anything but an object. */
function changedJson(input, random) {
  let value;
  try {
    value = JSON.parse(new TextDecoder().decode(input));
  } catch {
    return undefined;
  }
  const objects = [];
  const collect = (item) => {
    if (typeof item !== "object" || item === null) return;
    objects.push(item);
    Object.values(item).forEach(collect);
  };
  collect(value);
  if (objects.length === 0) return undefined;
  const object = objects[random(objects.length)];
  const names = Object.keys(object);
  const name = names[random(names.length)] ?? "kty";
  const other = objects[random(objects.length)];
  const value2 = Object.values(other)[random(Object.keys(other).length || 1)];
  switch (random(5)) {
    case 0:
      delete object[name];
      break;
    case 1:
      object[name] = odd[random(odd.length)];
      break;
    case 2:
      object[name] = structuredClone(value2);
      break;
    case 3:
      object[["__proto__", "oth", "kty", "constructor", "params", "d"][random(6)]] = structuredClone(value2);
      break;
    default:
      if (typeof object[name] === "string")
        object[name] = object[name].slice(random(3)) + ["", "A", "=", " "][random(4)];
      else if (typeof object[name] === "number") object[name] += [1, -1, 0.5, 2 ** 31][random(4)];
  }
  return new TextEncoder().encode(JSON.stringify(value));
}
