/** Decodes keys, and opens the containers among them first. */

import type { FormatsGlue, GlueOpened, GlueOpenedKeys, GlueReadOptions, GlueRepair } from "./glue.js";
import type { FormatsModule } from "./module.js";

/** What to decode. */
interface Encoded {
  readonly bytes: Uint8Array;
  /** The kind of key that is needed; undefined for all. */
  readonly isPrivate: boolean | undefined;
  readonly password: Uint8Array | undefined;
  readonly options: GlueReadOptions;
}

/** What was decoded. */
interface Decoded<R> {
  readonly decoded: R;
  /** What was left out of containers; it concerns private keys. */
  readonly leftOut: readonly GlueRepair[];
  /** The errors of containers that cannot be opened. */
  readonly errors: readonly unknown[];
}

/**
 * Decodes with a call of the module of key formats. If the bytes hold containers, the module of containers opens them first. Keys
 * that come from these are overwritten.
 */
export async function decodeWith<R>(
  formats: FormatsModule,
  { bytes, isPrivate, password, options }: Encoded,
  decode: (decoder: FormatsGlue, opened: GlueOpenedKeys) => R,
): Promise<Decoded<R>> {
  const first = await formats.use((decoder) => {
    const containers = decoder.containers(bytes, isPrivate);
    return containers.length === 0 ? { decoded: decode(decoder, []) } : { containers };
  });
  if (first.containers === undefined) return { decoded: first.decoded, leftOut: [], errors: [] };
  const { containers } = first;
  let opened: GlueOpened[] = [];
  try {
    opened = await formats.containers.use((opener) => opener.open(containers, password, options));
    const errors = opened.flatMap(({ error }) => (error === undefined ? [] : [error]));
    const leftOut = opened.flatMap(({ repairs = [] }) => repairs);
    const keys = opened.map(({ keys = [] }) => ({ keys }));
    try {
      return { decoded: await formats.use((decoder) => decode(decoder, keys)), leftOut, errors };
    } catch (error) {
      throw errors[0] ?? error;
    }
  } finally {
    for (const { data } of containers) data.fill(0);
    for (const { keys = [] } of opened) for (const { data } of keys) data?.fill(0);
  }
}
