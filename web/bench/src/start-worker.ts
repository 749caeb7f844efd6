import { checkEqual } from "@rsa-variants/measure";
import { bytesToBigInt, decryptCrt, toBigIntKey } from "@rsa-variants/measure/tasks/bigint";
import { bare } from "@rsa-variants/measure/tasks/guards";
import { answerRequests } from "@rsa-variants/measure/worker-client";
import { load } from "rsa-variants";
import { bigIntToBytes } from "./numbers.ts";
import { gmpPower } from "./peers/gmp.ts";
import type { StartEvent, StartProgram, StartRequest, StartTimes } from "./start-protocol.ts";

type Decrypt = (ciphertext: Uint8Array) => Uint8Array;

/** Loads a program, with the key. */
async function startProgram(program: StartProgram, components: StartRequest["components"]): Promise<Decrypt> {
  const bits = components.modulus.toString(2).length;
  if (program === "bigint" || program === "gmp-wasm") {
    const power = program === "bigint" ? undefined : await gmpPower();
    const numbers = toBigIntKey(components);
    return (ciphertext) => bigIntToBytes(decryptCrt(numbers, bytesToBigInt(ciphertext), power), bits / 8);
  }
  const rsa = await load({ build: program });
  const key = rsa.keyFromComponents({ variant: "crt", modulusLength: bits }, components);
  return (ciphertext) => key.decryptRaw(ciphertext, bare);
}

async function timeStart({ program, components, ciphertexts, messages }: StartRequest): Promise<StartTimes> {
  const begin = performance.now();
  const decrypt = await startProgram(program, components);
  const found = [decrypt(ciphertexts[0] as Uint8Array)];
  const first = performance.now() - begin;
  const decryptUntil = (count: number): number => {
    while (found.length < count) found.push(decrypt(ciphertexts[found.length % ciphertexts.length] as Uint8Array));
    return performance.now() - begin;
  };
  const hundredth = decryptUntil(100);
  const later = (decryptUntil(200) - hundredth) / 100;
  for (const [index, message] of found.entries()) checkEqual(message, messages[index % messages.length] as Uint8Array);
  return { first, hundredth, later };
}

/** A section of random bytes at the end of every module, so that the browser has no code of it from an earlier worker. */
function compileAnew(): void {
  const section = () => new Uint8Array([0, 17, 0, ...crypto.getRandomValues(new Uint8Array(16))]);
  const extended = async (bytes: BufferSource) => new Uint8Array(await new Blob([bytes, section()]).arrayBuffer());
  const { compile, compileStreaming, instantiate } = WebAssembly;
  Object.assign(WebAssembly, {
    compile: async (bytes: BufferSource) => compile(await extended(bytes)),
    compileStreaming: async (source: Response | PromiseLike<Response>) => {
      const end = new TransformStream({ flush: (controller) => controller.enqueue(section()) });
      const { body, headers } = await source;
      return compileStreaming(new Response(body?.pipeThrough(end) ?? null, { headers }));
    },
    instantiate: async (source: BufferSource | WebAssembly.Module, imports?: WebAssembly.Imports) =>
      source instanceof WebAssembly.Module
        ? instantiate(source, imports)
        : instantiate(await extended(source), imports),
  });
}

answerRequests<StartRequest, StartEvent>(async (request, emit) => {
  compileAnew();
  emit({ type: "times", times: await timeStart(request) });
});
