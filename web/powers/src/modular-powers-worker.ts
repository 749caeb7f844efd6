/**
 * A worker script for `connect({ worker })`. Import this module in your worker; it starts to serve and has no exports.
 *
 * @example
 * ```ts
 * // worker.js, which your bundler bundles
 * import "modular-powers/worker";
 *
 * // the main script:
 * // connect({ worker: () => new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) })
 * ```
 *
 * @module
 */
import type { Build } from "../../library/src/builds.js";
import { bytesToBigInt } from "../../library/src/bytes.js";
import { instantiate } from "../../library/src/instantiate.js";
import type { GroupRecord } from "../../library/src/workers/protocol.js";
import { serve } from "../../library/src/workers/serve.js";
import { Modulus } from "./modulus.js";
import { split } from "./numbers.js";
import { Powers } from "./powers.js";
import { createBindings } from "./wasm/powers-bindings.js";

serve("powers", async ({ build, module }) => {
  const { bindings } = await instantiate(build, module, createBindings);
  /** A modulus whose powers are numbers, which can be sent; or a table for powers of one base. */
  const make = ({ modulus, table }: GroupRecord) => {
    const toNumbers = (joined: Uint8Array<ArrayBuffer>) => split(joined, modulus.length).map(bytesToBigInt);
    const group = new Modulus(bindings, modulus, toNumbers);
    if (table === undefined) return group;
    try {
      return group.fixedBase(table.base, { exponentLength: table.exponentLength, memory: table.memory });
    } finally {
      group.free();
    }
  };
  return {
    library: new Powers(build as Build, bindings),
    about: undefined,
    keys: {
      make: (record) => (record.kind === "group" ? make(record) : undefined),
      recordOf: () => undefined, // no call returns one
    },
    // One kind of step for each call: of its reports, those that a screen can show are sent.
    stepOf: () => undefined,
  };
});
