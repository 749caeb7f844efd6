// Programs that decrypt or verify what the doctor examined. Each language is a table in a file of its own.
import type { EncryptionParams, SignatureParams } from "../../algorithms.js";
import type { Finding, Snippets } from "../answer.js";
import { java } from "./java.js";
import { javascript } from "./javascript.js";
import { completeOaep, completePss, type Language } from "./language.js";
import { openssl } from "./openssl.js";
import { python } from "./python.js";
import { webcrypto } from "./webcrypto.js";

const languages: Readonly<Record<keyof Snippets, Language>> = { javascript, webcrypto, python, java, openssl };

/** What each program needs. */
export const snippetTitles: Readonly<Record<keyof Snippets, string>> = {
  javascript: "JavaScript with rsa-variants",
  webcrypto: "JavaScript with WebCrypto",
  python: "Python with cryptography",
  java: "Java",
  openssl: "OpenSSL",
};

/** Programs that decrypt a file, after the changes. */
export function decryptSnippets(
  algorithm: EncryptionParams | { readonly name: "raw" },
  changes: readonly Finding[],
): Snippets {
  return inEach((language) => {
    const lines =
      algorithm.name === "RSA-OAEP"
        ? language.oaep(completeOaep(algorithm))
        : algorithm.name === "raw"
          ? language.raw()
          : language.pkcs1Decrypt();
    return lines && [...language.beforeDecrypt, ...changeLines(language, "ciphertext", changes), ...lines];
  });
}

/** Programs that verify the signature of a file, after the changes. */
export function verifySnippets(algorithm: SignatureParams, changes: readonly Finding[]): Snippets {
  return inEach((language) => {
    const pss = algorithm.name === "RSA-PSS" ? completePss(algorithm) : undefined;
    const lines =
      algorithm.name === "RSA-PSS" ? pss && language.pss(pss) : language.pkcs1Verify(algorithm.hash ?? "SHA-256");
    return lines && [...language.beforeVerify, ...changeLines(language, "signature", changes), ...lines];
  });
}

function inEach(program: (language: Language) => readonly string[] | undefined): Snippets {
  const entries = Object.entries(languages).flatMap(([name, language]) => {
    const lines = program(language);
    return lines === undefined ? [] : [[name, `${lines.join("\n")}\n`] as const];
  });
  return Object.fromEntries(entries);
}

/** The lines for each change; a comment says what a language has no lines for. */
function changeLines(language: Language, name: string, changes: readonly Finding[]): string[] {
  return changes.flatMap(({ code, text, values }) => {
    const change = language.changes[code];
    if (change === undefined) return [`${language.comment} First: ${text}`];
    return [...change(code.startsWith("message-") ? "message" : name, values)];
  });
}
