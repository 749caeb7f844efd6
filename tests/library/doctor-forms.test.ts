// Blocks in every form in which people have them, alone and in pairs: the doctor reads them or says that it does not know.
import { load, type PrivateKey } from "rsa-variants";
import { diagnoseCiphertext, diagnoseSignature } from "rsa-variants/doctor";
import { describe, expect, it } from "vitest";
import { build, madeFrom, randomFrom } from "./support.ts";

type Data = Uint8Array | string;

const rsa = await load({ build });
const keys = [1024, 1536, 2048].map((modulusLength, i) =>
  rsa.generateKey({ variant: "crt", modulusLength }, madeFrom(4700 + i)),
);

const utf8 = (text: string) => new TextEncoder().encode(text);
const bytesOf = (data: Data) => (typeof data === "string" ? utf8(data) : data);
const latin1 = (data: Data) => Array.from(bytesOf(data), (byte) => String.fromCharCode(byte)).join("");
const base64 = (data: Data) => btoa(latin1(data));
const base64url = (data: Data) => base64(data).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
const digits = (data: Data) => Array.from(bytesOf(data), (byte) => byte.toString(16).padStart(2, "0"));
const hex = (data: Data) => digits(data).join("");
const numbers = (data: Data) => Array.from(bytesOf(data));
const lines = (text: string, length: number, end = "\n") =>
  text.replaceAll(new RegExp(`.{${length}}`, "g"), `$&${end}`);
const numbered = (text: string, prefix: (line: number) => string) =>
  Array.from(text.match(/.{1,60}/g) ?? [], (line, i) => prefix(i + 1) + line).join("\n");
const escaped = (data: Data, write: (byte: number) => string) =>
  Array.from(bytesOf(data), (byte) =>
    byte > 0x20 && byte < 0x7f && !/[\\'"%=&<]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : write(byte),
  ).join("");
const twoDigits = (byte: number) => byte.toString(16).padStart(2, "0");
const joined = (...parts: readonly (Uint8Array | readonly number[])[]) =>
  Uint8Array.from(parts.flatMap((part) => [...part]));
const lengthIn = (size: number, length: number) =>
  Array.from({ length: size }, (_, i) => Math.floor(length / 256 ** (size - 1 - i)) % 256);
const dump = (data: Data, line: (offset: number, digits: readonly string[], text: string) => string) => {
  const all = bytesOf(data);
  return Array.from({ length: Math.ceil(all.length / 16) }, (_, i) => {
    const bytes = all.subarray(16 * i, 16 * i + 16);
    const text = Array.from(bytes, (byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    return line(16 * i, digits(bytes), text);
  }).join("\n");
};
/** What programs show beside digits: other than of ASCII, U+FFFD. */
const textOf = (bytes: readonly number[]) =>
  bytes.map((byte) => (byte > 0x1f && byte < 0x7f ? String.fromCharCode(byte) : "\ufffd")).join("");
const offset = (value: number, length: number, radix = 16) => value.toString(radix).padStart(length, "0");
/** Words of so many bytes as digits, each with its bytes in reverse order. */
const words = (data: Data, size: number) =>
  Array.from({ length: Math.ceil(bytesOf(data).length / size) }, (_, i) =>
    hex(
      bytesOf(data)
        .slice(size * i, size * i + size)
        .toReversed(),
    ),
  );
const pairsOf = (all: readonly string[]) => all.join("").replaceAll(/(....)(?=.)/g, "$1 ");

/** Each way to write or to wrap bytes or text. */
const wrappers: Readonly<Record<string, (data: Data) => Data>> = {
  "as it is": (data) => data,
  Base64: base64,
  "Base64 without padding": (data) => base64(data).replace(/=+$/, ""),
  "Base64 in lines": (data) => `${lines(base64(data), 76)}\n`,
  "Base64 in lines with CR LF": (data) => lines(base64(data), 64, "\r\n"),
  "Base64 in indented lines": (data) => lines(base64(data), 40, "\n        "),
  "Base64 in groups of four": (data) => lines(base64(data), 4, " "),
  base64url,
  "base64url with padding": (data) => base64(data).replaceAll("+", "-").replaceAll("/", "_"),
  Base32: (data) => {
    const bits = Array.from(bytesOf(data), (byte) => byte.toString(2).padStart(8, "0")).join("");
    const letters = bits.match(/.{1,5}/g) ?? [];
    return letters.map((each) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[Number.parseInt(each.padEnd(5, "0"), 2)]).join("");
  },
  "binary digits": (data) => Array.from(bytesOf(data), (byte) => byte.toString(2).padStart(8, "0")).join(" "),
  "hexadecimal digits": hex,
  "capital digits": (data) => hex(data).toUpperCase(),
  "digits of a number": (data) => hex(data).replace(/^0+/, ""),
  "digits with colons": (data) => digits(data).join(":"),
  "digits with hyphens": (data) => digits(data).join("-").toUpperCase(),
  "digits with spaces in lines": (data) => lines(digits(data).join(" "), 48),
  "digits in groups of eight": (data) => lines(hex(data), 8, " "),
  "digits of openssl -text": (data) => `    ${lines(digits(data).join(":"), 45, "\n    ")}`,
  "0x digits": (data) => `0x${hex(data)}`,
  "an array of C": (data) =>
    `unsigned char signature[] = {\n  ${digits(data)
      .map((each) => `0x${each}`)
      .join(", ")}\n};`,
  "SQL's X'…'": (data) => `INSERT INTO t VALUES (X'${hex(data).toUpperCase()}')`,
  "PostgreSQL's bytea": (data) => `\\x${hex(data)}`,
  "escapes of C": (data) => Array.from(digits(data), (each) => `\\x${each}`).join(""),
  "Python's bytes": (data) => `b'${escaped(data, (byte) => `\\x${twoDigits(byte)}`)}'`,
  "octal escapes": (data) =>
    `"${Array.from(bytesOf(data), (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("")}"`,
  "JSON of a binary string": (data) =>
    JSON.stringify({ s: escaped(data, (byte) => `\u0001${twoDigits(byte)}`) }).replaceAll("\\u0001", "\\u00"),
  "a list of numbers": (data) => JSON.stringify(numbers(data)),
  "a list with signs": (data) =>
    `[${numbers(data)
      .map((byte) => (byte > 127 ? byte - 256 : byte))
      .join(", ")}]`,
  "numbers with spaces": (data) => `[${numbers(data).join(" ")}]`,
  "Node's Buffer as JSON": (data) => JSON.stringify({ type: "Buffer", data: numbers(data) }),
  "an object of numbers": (data) => JSON.stringify({ ...numbers(data) }),
  "PHP's print_r": (data) =>
    `Array\n(\n${numbers(data)
      .map((byte, i) => `    [${i}] => ${byte}\n`)
      .join("")})\n`,
  "pieces of Python's bytes": (data) =>
    `signature = (\n${lines(hex(data), 32)
      .split("\n")
      .map((line) => `    b'${line.replaceAll(/../g, "\\x$&")}'\n`)
      .join("")})`,
  "Ruby's string of bytes": (data) =>
    `"${escaped(data, (byte) => ({ 7: "\\a", 10: "\\n", 27: "\\e" })[byte] ?? `\\x${twoDigits(byte).toUpperCase()}`)}"`,
  "an array of Kotlin": (data) =>
    `ubyteArrayOf(${digits(data)
      .map((each) => `0x${each}u`)
      .join(", ")})`,
  "a list of Kotlin": (data) =>
    `listOf(${digits(data)
      .map((each) => `0x${each}.toByte()`)
      .join(", ")})`,
  "an array of Rust": (data) =>
    `let s: [u8; ${bytesOf(data).length}] = [${numbers(data)
      .map((byte) => `${byte}u8`)
      .join(", ")}];`,
  "digits of assemblers": (data) => Array.from(digits(data), (each) => `${each.toUpperCase()}h`).join(", "),
  "an array of Java": (data) =>
    `new byte[] { ${numbers(data)
      .map((byte) => `(byte) 0x${twoDigits(byte)}`)
      .join(", ")} }`,
  "a decimal number": (data) => BigInt(`0x${hex(data)}`).toString(),
  "a decimal number in lines": (data) => lines(BigInt(`0x${hex(data)}`).toString(), 68, "\\\n"),
  xxd: (data) => dump(data, (at, all, text) => `${offset(at, 8)}: ${pairsOf(all).padEnd(40)} ${text}`),
  "hexdump -C": (data) =>
    dump(
      data,
      (at, all, text) =>
        `${offset(at, 8)}  ${all.slice(0, 8).join(" ")}  ${all.slice(8).join(" ").padEnd(23)}  |${text}|`,
    ),
  "od -t x1": (data) => dump(data, (at, all) => `${offset(at, 7, 8)} ${all.join(" ")}`),
  "hexdump of words": (data) =>
    dump(data, (at, all) => `${offset(at, 7)} ${pairsOf(all).replaceAll(/(\w\w)(\w\w)/g, "$2$1")}`),
  "a prefix": (data) => `vault:v1:${base64(data)}`,
  "a version": (data) => `4.${base64(data)}`,
  "a header": (data) => `Signature: ${base64(data)}\r\n`,
  "name=": (data) => `sha256=${base64(data)}`,
  "a header of HTTP signatures": (data) =>
    `keyId="https://a.example/b#key",algorithm="rsa-sha256",headers="date",signature="${base64(data)}"`,
  "an RFC 9421 header": (data) => `Signature: sig1=:${base64(data)}:`,
  DKIM: (data) =>
    `DKIM-Signature: v=1; a=rsa-sha256; d=a.example; bh=abc=;\r\n\tb=${lines(base64(data), 60, "\r\n\t ")}`,
  "JSON of a key service": (data) =>
    JSON.stringify({ KeyId: "arn:aws:kms:eu-west-1:111122223333:key/1", Signature: base64(data) }, undefined, 2),
  "JSON in JSON": (data) => JSON.stringify({ body: JSON.stringify({ data: base64(data) }) }),
  "JSON with \\/": (data) => JSON.stringify(base64(data)).replaceAll("/", "\\/"),
  "JSON with \\u002b": (data) => JSON.stringify(base64(data)).replaceAll("+", "\\u002b"),
  "literal \\n": (data) => lines(base64(data), 64, "\\n"),
  "&#xD; of XML": (data) => lines(base64(data), 76, "&#xD;\n"),
  "names of HTML": (data) =>
    base64(data).replaceAll("+", "&plus;").replaceAll("/", "&sol;").replaceAll("=", "&equals;"),
  "an element of XML": (data) => `<response>\n  <sig>${base64(data)}</sig>\n</response>`,
  "PEM lines": (data) => `-----BEGIN SIGNATURE-----\n${lines(base64(data), 64)}\n-----END SIGNATURE-----\n`,
  "lines of code": (data) => `"${lines(base64(data), 60, '" +\n  "')}"`,
  "quotation marks": (data) => `'${base64(data)}'`,
  "a data: URL": (data) => `data:application/octet-stream;base64,${base64(data)}`,
  "percent-encoding": (data) => encodeURIComponent(base64(data)),
  "percent-encoded bytes": (data) => escaped(data, (byte) => `%${twoDigits(byte)}`),
  "a parameter of an address": (data) =>
    `https://a.example/callback?state=1&signature=${encodeURIComponent(base64(data))}`,
  "+ as a space": (data) => base64(data).replaceAll("+", " "),
  "quoted-printable": (data) => lines(base64(data).replaceAll("=", "=3D"), 75, "=\r\n"),
  "more after the padding": (data) => `${base64(data)}==aaaa`,
  YAML: (data) => `signature: >-\n  ${lines(base64(data), 70, "\n  ")}\n`,
  "a byte order mark": (data) => `\ufeff${base64(data)}`,
  "UTF-16": (data) =>
    Uint8Array.from([0xff, 0xfe, ...[...base64(data)].flatMap((letter) => [letter.charCodeAt(0), 0])]),
  "read as Latin-1": (data) => utf8(latin1(data)),
  "a DER OCTET STRING": (data) => joined([4, 0x82, ...lengthIn(2, bytesOf(data).length)], bytesOf(data)),
  "a DER INTEGER": (data) => joined([2, 0x82, ...lengthIn(2, bytesOf(data).length + 1), 0], bytesOf(data)),
  "a length in front": (data) => joined(lengthIn(4, bytesOf(data).length), bytesOf(data)),
  "a number of OpenPGP": (data) => joined(lengthIn(2, 8 * bytesOf(data).length), bytesOf(data)),
  "a number of SSH": (data) => joined(lengthIn(4, bytesOf(data).length + 1), [0], bytesOf(data)),
  "a line feed at its end": (data) => joined(bytesOf(data), [10]),
  "zeros before": (data) => joined([0, 0, 0], bytesOf(data)),
  reversed: (data) => bytesOf(data).toReversed(),
  "words of 32 bits": (data) => words(data, 4).join(" "),
  "digits of words of 32 bits": (data) => words(data, 4).join(""),
  "an array of 64-bit numbers": (data) =>
    `[${words(data, 8)
      .map((word) => `0x${word}`)
      .join(", ")}]`,
  "32-bit numbers, the lowest first": (data) => words(bytesOf(data).toReversed(), 4).join(","),
  "memory in gdb": (data) =>
    words(data, 4)
      .map((word, i) => `${i % 4 === 0 ? `\n0x7ffe${offset(4 * i, 4)}:` : ""}\t0x${word}`)
      .join(""),
  "a negative number": (data) => {
    const bytes = bytesOf(data);
    return `-${((1n << BigInt(8 * bytes.length)) - BigInt(`0x${hex(bytes)}`)).toString(16)}`;
  },
  "a negative decimal number": (data) => {
    const bytes = bytesOf(data);
    return (BigInt(`0x${hex(bytes)}`) - (1n << BigInt(8 * bytes.length))).toString();
  },
  "an address of CloudFront": (data) => {
    const replaced = base64(data).replaceAll("+", "-").replaceAll("=", "_").replaceAll("/", "~");
    return `https://a.example/b?Expires=1700000000&Signature=${replaced}~&Key-Pair-Id=K2`.replace("~&", "&");
  },
  "Google's key service": (data) =>
    JSON.stringify({ name: "projects/a/keys/1", signature: base64(data), signatureCrc32c: "2351421234" }),
  "Azure's key service": (data) =>
    JSON.stringify({ kid: "https://a.example/keys/b/9f0a1b2c3d4e5f60718293a4b5c6d7e8", value: base64url(data) }),
  "PHP's serialize": (data) => `a:1:{s:3:"sig";s:344:"${base64(data)}";}`,
  "Ruby's inspect": (data) => `{:signature=>"${lines(base64(data), 60, "\\n")}"}`,
  "openssl asn1parse": (data) => `    0:d=0  hl=4 l= 256 prim: OCTET STRING      [HEX DUMP]:${hex(data).toUpperCase()}`,
  "certutil -encodehex": (data) =>
    dump(
      data,
      (at, all, text) => `    ${offset(at, 4)}\t${all.slice(0, 8).join(" ")}  ${all.slice(8).join(" ")}   ${text}`,
    ),
  "PowerShell's Format-Hex": (data) =>
    `           00 01 02 03 04 05 06 07 08 09 0A 0B 0C 0D 0E 0F\n\n${dump(data, (at, all, text) => `${offset(at, 8)}   ${all.join(" ").toUpperCase()}  ${text}`)}`,
  "PowerShell 7's Format-Hex": (data) =>
    `\n   Label: String (System.String) <4D5E0F3C>\n\n          Offset Bytes\n          ------ -----\n${dump(
      data,
      (at, all) =>
        `${offset(at, 16)} ${all.join(" ").toUpperCase()} ${textOf(all.map((each) => Number.parseInt(each, 16)))}`,
    )}`,
  "a description of NSData": (data) => `<${lines(hex(data), 8, " ")}>`,
  "numbers of Visual Basic": (data) =>
    `Dim s() As Byte = {${digits(data)
      .map((each) => `&H${each.toUpperCase()}`)
      .join(", ")}}`,
  "Erlang's binary": (data) => `<<${numbers(data).join(",")}>>`,
  "a query of SAML": (data) =>
    `SAMLRequest=fZJNT8MwDIb&SigAlg=http%3A%2F%2Fa.example%2Frsa-sha256&Signature=${encodeURIComponent(base64(data))}`,
  "headers of a payment service": (data) =>
    `Wechatpay-Nonce: d824f2e086d3c1df967785d13fcd22ef\nWechatpay-Signature: ${base64(data)}\nWechatpay-Timestamp: 1700000000`,
  "a bundle with a certificate": (data) =>
    JSON.stringify({
      base64Signature: base64(data),
      cert: base64("-----BEGIN CERTIFICATE-----\nMIIB"),
      entry: "MEUCIQ==",
    }),
  "a row of CSV": (data) => `id;user;signature\n1001;"anna";"${base64(data)}"\n`,
  "a fence of Markdown": (data) => `Here it is:\n\n\`\`\`\n${lines(base64(data), 64)}\n\`\`\`\n\nThanks!\n`,
  "a quoted mail": (data) => `Anna wrote:\n> ${lines(base64(data), 64, "\n> ")}\n`,
  "no-break spaces": (data) => lines(base64(data), 64, "\u00a0\n"),
  "zero-width spaces": (data) => lines(base64(data), 64, "\u200b"),
  "a here document": (data) => `signature = <<EOT\n${lines(base64(data), 64)}\nEOT\n`,
  "a file of variables": (data) => `# key\nSIGNATURE="${base64(data)}"\nOTHER=abc\n`,
  "Java's properties": (data) => `#Sat\nsig=${base64(data).replaceAll("=", "\\=")}\n`,
  "lines of HTML": (data) => lines(base64(data), 64, "<br>\n"),
  "spans of HTML": (data) => `<p>${lines(base64(data), 40, "</span><span class='s1'>")}</p>`,
  "lines of a log": (data) => `2026-11-28T12:00 [1] ${lines(base64(data), 100, "\n2026-11-28T12:00 [1] ")}`,
  "numbers of cat -n": (data) => numbered(base64(data), (line) => `${line}\t`.padStart(7)),
  "numbers of grep -n": (data) => numbered(hex(data), (line) => `${line}:`),
  "numbers of an editor": (data) => numbered(hex(data), (line) => ` ${line} `),
  "lines of a diff": (data) => numbered(base64(data), () => "+"),
  "colors of a terminal": (data) => `\u001b[33m${lines(base64(data), 64, "\u001b[0m\n\u001b[33m")}\u001b[0m`,
  "an encoded word of mail": (data) => `Subject: =?utf-8?B?${base64(data)}?=`,
};

/** Forms that are not read, and must not be taken for something else. */
const unread: Readonly<Record<string, (data: Data) => Data>> = {
  "an octal number": (data) => BigInt(`0x${hex(data)}`).toString(8),
  "a number in base 36": (data) => BigInt(`0x${hex(data)}`).toString(36),
  Base58: (data) => {
    let rest = "";
    for (let number = BigInt(`0x${hex(data)}`); number > 0n; number /= 58n)
      rest = ("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[Number(number % 58n)] ?? "") + rest;
    return rest;
  },
  Ascii85: (data) => {
    const quintets = words(data, 4).map((word) =>
      [4, 3, 2, 1, 0]
        .map((place) => String.fromCharCode(33 + (Math.floor(Number.parseInt(word, 16) / 85 ** place) % 85)))
        .join(""),
    );
    return `<~${quintets.join("")}~>`;
  },
  "a DER INTEGER in words of 32 bits": (data) => {
    const bytes = bytesOf(data);
    return words(joined([2, 0x82, ...lengthIn(2, bytes.length + 1), 0], bytes), 4).join(" ");
  },
  "digits in a negative number": (data) => inTwo("hexadecimal digits", "a negative number", data),
  "UTF-16 in numbers": (data) => inTwo("UTF-16", "an array of 64-bit numbers", data),
  "wide digits": (data) => hex(data).replaceAll(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
};

/** Data in one form, which is then in the other. */
function inTwo(inner: string, outer: string, data: Data): Data {
  return wrappers[outer]?.(wrappers[inner]?.(data) ?? "") ?? "";
}

/** Bytes as callers have them. */
const kinds: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  (bytes) => bytes,
  (bytes) => joined([1, 2, 3], bytes, [4]).subarray(3, -1),
  (bytes) => Buffer.from(bytes),
  (bytes) => {
    const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
    shared.set(bytes);
    return shared;
  },
];

const seeds = crypto.getRandomValues(new Uint32Array(16));
const names = Object.keys(wrappers);
const message = utf8("a letter\nof two lines\n");

/** The doctor's verdict on a signature or a ciphertext in a form. */
async function verdictOf(data: Data, key: PrivateKey, isSignature: boolean): Promise<string> {
  const answer = isSignature
    ? await diagnoseSignature(rsa, { publicKey: key.publicKey, signature: data, message })
    : await diagnoseCiphertext(rsa, { privateKey: key, ciphertext: data });
  return `${answer.verdict}: ${answer.findings.map(({ code }) => code).join(", ")}`;
}

function blockOf(key: PrivateKey, random: (below: number) => number): [block: Uint8Array, isSignature: boolean] {
  switch (random(4)) {
    case 0:
      return [key.sign({ name: "RSA-PSS", hash: "SHA-256" }, message), true];
    case 1:
      return [key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, message), true];
    case 2:
      return [key.publicKey.encrypt({ name: "RSA-OAEP", hash: "SHA-256" }, message), false];
    default:
      return [key.publicKey.encrypt({ name: "RSAES-PKCS1-v1_5" }, message), false];
  }
}

/** Signatures of other messages, always the same. */
function signaturesOf(key: PrivateKey): Uint8Array[] {
  const letters = Array.from({ length: 100 }, (_, i) => utf8(`letter ${i}`));
  return letters.map((letter) => key.sign({ name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }, letter));
}

describe("a block", () => {
  it.each(names)("is read in this form, which stays as it is: %s", async (name) => {
    for (const [i, kind] of kinds.entries()) {
      const seed = seeds[i] ?? 0;
      const random = randomFrom(seed);
      const key = keys[random(keys.length)] as PrivateKey;
      const [block, isSignature] = blockOf(key, random);
      const data = wrappers[name]?.(block) ?? "";
      const given = typeof data === "string" ? data : kind(data);
      expect(await verdictOf(given, key, isSignature), `seed ${seed}`).toMatch(/^(fits|repairable): /);
      expect(numbers(given), `seed ${seed}`).toEqual(numbers(data));
    }
  });

  it.each(Object.keys(unread))("is unknown in this form: %s", async (name) => {
    for (const seed of seeds) {
      const random = randomFrom(seed);
      const key = keys[random(keys.length)] as PrivateKey;
      const [block, isSignature] = blockOf(key, random);
      expect(await verdictOf(unread[name]?.(block) ?? "", key, isSignature), `seed ${seed}`).toMatch(/^unknown: /);
    }
  });

  it("is of another key, not damaged, in a whole dump with U+FFFD in its characters", async () => {
    const [key, , other] = keys as [PrivateKey, PrivateKey, PrivateKey];
    const block = keys[2]?.publicKey.encrypt({ name: "RSA-OAEP" }, message) ?? new Uint8Array();
    const dumped = wrappers["PowerShell 7's Format-Hex"]?.(block) ?? "";
    expect(await verdictOf(dumped, other, false)).toMatch(/^repairable: /);
    expect(await verdictOf(dumped, key, false)).toMatch(/^other-key: /);
  });

  it("is read from a dump whose characters look like digits", async () => {
    const [key] = keys as [PrivateKey];
    const block = key.publicKey.encrypt({ name: "RSA-OAEP" }, message);
    const data = hex(block).replaceAll(/(..)(.{13})/g, "$1 $2"); // each line begins with two digits and a space
    const dumped = wrappers["PowerShell 7's Format-Hex"]?.(data) ?? "";
    expect(await verdictOf(dumped, key, false)).toMatch(/^repairable: /);
    const text = `${"0123456789 abcd\n".repeat(23)}f3 a letter ends`.slice(0, 383); // of the length of no key, but with f3
    expect(await verdictOf(wrappers["PowerShell 7's Format-Hex"]?.(text) ?? "", key, false)).toMatch(/^unknown: /);
  });

  it("is unknown with an escape that is unknown", async () => {
    const [key] = keys as [PrivateKey];
    const text = Array.from({ length: 127 }, (_, i) => `\\x${twoDigits(i + 128)}`).join("");
    expect(await verdictOf(`"${text}\\x80"`, key, false)).toMatch(/^other-key: /);
    expect(await verdictOf(`"${text}\\q"`, key, false)).toMatch(/^unknown: /);
  });

  // Text of 204 bytes is 51 words of 32 bits, and with 13 addresses as many as a block of 2048 bits has.
  it("is not what a dump of other text with its addresses has the length of", async () => {
    const dump = wrappers["memory in gdb"]?.("a letter, ".repeat(30).slice(0, 204)) ?? "";
    expect(await verdictOf(dump, keys[0] as PrivateKey, true)).toMatch(/^unknown: /);
  });

  it("is not damaged in a dump without offsets, with U+FFFD in its characters", async () => {
    for (const key of keys) {
      const block = key.publicKey.encrypt({ name: "RSA-OAEP" }, message);
      const text = dump(block, (_, all) => `${all.join(" ")} ${textOf(all.map((each) => Number.parseInt(each, 16)))}`);
      expect(await verdictOf(text, key, false)).toMatch(/^(repairable|unknown): /);
    }
  });

  it.each([
    ["hexdump of words", "a DER INTEGER", ({ length }: Uint8Array): boolean => length === 128], // 384 bytes, as for 3072 bits
    [
      "read as Latin-1",
      "an array of 64-bit numbers",
      (block: Uint8Array): boolean => utf8(latin1(block)).length === 384,
    ],
  ] as const)("is read, or unknown, in %s in %s", async (inner, outer, isMeant) => {
    let tried = 0;
    for (const key of keys) {
      for (const block of signaturesOf(key).filter(isMeant).slice(0, 3)) {
        const verdict = await verdictOf(inTwo(inner, outer, block), key, true);
        expect(verdict).toMatch(/^(fits|repairable|unknown|other-message): /);
        tried++;
      }
    }
    expect(tried).toBeGreaterThan(0);
  });

  it.each<[string, (text: string) => string]>([
    ["as text", (text) => text],
    ["in a string of JSON", (text) => JSON.stringify({ signature: text })],
    ["in a longer text", (text) => `${"a letter, ".repeat(50)}\n${text}\n`],
  ])("is damaged if it was read as UTF-8, %s", async (_, form) => {
    for (const key of keys) {
      for (const block of signaturesOf(key).slice(0, 10))
        expect(await verdictOf(form(new TextDecoder().decode(block)), key, true)).toMatch(/^damaged: replacement/);
    }
  });

  it("is read, or unknown, in two forms at once", async () => {
    let read = 0;
    const tried = 150;
    const [seed = 0] = seeds;
    const random = randomFrom(seed);
    for (let round = 0; round < tried; round++) {
      const key = keys[random(keys.length)] as PrivateKey;
      const [block, isSignature] = blockOf(key, random);
      const [inner = "", outer = ""] = [names[random(names.length)], names[random(names.length)]];
      const verdict = await verdictOf(inTwo(inner, outer, block), key, isSignature);
      expect(verdict, `seed ${seed}, round ${round}: ${inner} in ${outer}`).toMatch(/^(fits|repairable|unknown): /);
      if (!verdict.startsWith("unknown")) read++;
    }
    expect(read, `seed ${seed}`).toBeGreaterThan(0.8 * tried);
  });
});
