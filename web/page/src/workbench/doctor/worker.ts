import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load, type Rsa } from "rsa-variants";
import {
  diagnoseCiphertext,
  diagnoseKeyPair,
  diagnoseSignature,
  diagnoseToken,
  type SignatureAnswer,
  type Snippets,
  snippetTitles,
} from "rsa-variants/doctor";
import { type DoctorAnswer, type DoctorEvent, plain, type Question } from "./question.ts";

/** Gets one question, and answers it. The page then ends the worker, and the keys are gone with it. */
answerRequests<Question, DoctorEvent>(async (question, emit) => {
  emit({ type: "answer", answer: toAnswer(question.kind, await diagnose(await load(), question)) });
});

/** The page has checked the keys, and even a broken one can be examined. */
const asGiven = { trusted: true, allowBroken: true } as const;

type AnyAnswer = Omit<SignatureAnswer, "algorithm">;

async function diagnose(rsa: Rsa, question: Question): Promise<AnyAnswer> {
  switch (question.kind) {
    case "signature": {
      const publicKey = await rsa.importPublicKey(question.key);
      const message = question.message === undefined ? undefined : await read(question.message);
      return diagnoseSignature(rsa, { publicKey, signature: await read(question.data), message });
    }
    case "ciphertext": {
      const privateKey = await rsa.importPrivateKey(question.key, asGiven);
      const labels = question.label === "" ? [] : [question.label];
      return diagnoseCiphertext(rsa, { privateKey, ciphertext: await read(question.data), labels });
    }
    case "pair": {
      const privateKey = await rsa.importPrivateKey(question.key, asGiven);
      return diagnoseKeyPair({ privateKey, publicKey: await rsa.importPublicKey(question.partner) });
    }
    case "token": {
      const given = question.key;
      const isData = typeof given === "string" || given instanceof Blob;
      const key = isData ? await read(given) : await rsa.importPublicKey(given);
      return diagnoseToken(rsa, { token: await read(question.data), key });
    }
  }
}

async function read(piece: Blob | string): Promise<Uint8Array | string> {
  return typeof piece === "string" ? piece : new Uint8Array(await piece.arrayBuffer());
}

function toAnswer(kind: Question["kind"], { verdict, findings, snippets, content }: AnyAnswer): DoctorAnswer {
  const languages = Object.keys(snippetTitles) as (keyof Snippets)[];
  return {
    kind,
    verdict,
    findings: findings.map(({ text, certainty }) => ({ text: plain(text), certainty })),
    programs: languages.flatMap((language) => {
      const text = snippets[language];
      return text === undefined ? [] : [{ language, title: snippetTitles[language], text }];
    }),
    padded: content && readable(content),
  };
}

/** Undefined if the bytes are not a text. */
function readable(bytes: Uint8Array): string | undefined {
  try {
    return plain(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}
