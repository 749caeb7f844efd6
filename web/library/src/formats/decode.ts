/** Decodes keys, and opens the containers among them first. */

import type {
  BindingsContainer,
  BindingsNeeds,
  BindingsOpened,
  BindingsOpenedKeys,
  BindingsReadOptions,
  BindingsRepair,
  FormatsBindings,
} from "./bindings.js";
import { isNeeds, withDerivedKeys } from "./derivation.js";
import type { FormatsModule } from "./module.js";

/** What to decode. */
interface Encoded {
  readonly bytes: Uint8Array;
  /** The kind of key that is needed; undefined for all. */
  readonly isPrivate: boolean | undefined;
  readonly password: Uint8Array | undefined;
  readonly options: BindingsReadOptions;
}

/** What was decoded. */
interface Decoded<R> {
  readonly decoded: R;
  /** What was left out of containers; it concerns private keys. */
  readonly leftOut: readonly BindingsRepair[];
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
  decode: (decoder: FormatsBindings, options: BindingsReadOptions, opened: BindingsOpenedKeys) => R | BindingsNeeds,
): Promise<Decoded<R>> {
  type First = { readonly decoded: R; readonly containers?: undefined } | { readonly containers: BindingsContainer[] };
  const first = await withDerivedKeys<First>((derived) =>
    formats.use((decoder) => {
      const containers = decoder.containers(bytes, isPrivate);
      if (containers.length > 0) return { containers };
      const decoded = decode(decoder, { ...options, derived }, []);
      return isNeeds(decoded) ? decoded : { decoded };
    }),
  );
  if (first.containers === undefined) return { decoded: first.decoded, leftOut: [], errors: [] };
  const { containers } = first;
  let opened: BindingsOpened[] = [];
  try {
    opened = await withDerivedKeys((derived) =>
      formats.containers.use((opener) => opener.open(containers, password, { ...options, derived })),
    );
    const errors = opened.flatMap(({ error }) => (error === undefined ? [] : [error]));
    const leftOut = opened.flatMap(({ repairs = [] }) => repairs);
    const keys = opened.map(({ keys = [] }) => ({ keys }));
    try {
      const decoded = await withDerivedKeys((derived) =>
        formats.use((decoder) => decode(decoder, { ...options, derived }, keys)),
      );
      return { decoded, leftOut, errors };
    } catch (error) {
      throw errors[0] ?? error;
    }
  } finally {
    for (const { data } of containers) data.fill(0);
    for (const { keys = [] } of opened) for (const { data } of keys) data?.fill(0);
  }
}
