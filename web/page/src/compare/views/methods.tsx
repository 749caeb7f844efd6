import type { Run } from "@rsa-variants/measure/run/run";
import { enginesToMeasure } from "@rsa-variants/measure/tasks/protocol";
import { formatNumber } from "@rsa-variants/measure/text/format";
import { Facts } from "../../ui/figures.tsx";
import type { CompareState } from "../state.ts";
import { whyNotFastest } from "../texts.ts";

/** How the figures were measured, and on which machine. */
export function Methods({ state }: { readonly state: CompareState }) {
  return (
    <>
      <p>
        A worker makes a key for each variant and warms up the code. It then measures all operations in turns, so that a
        slow moment of the machine affects every variant alike. A speed-up is the quotient of two times. Fast operations
        are repeated until a sample lasts at least a hundred steps of the timer. After each sample, the worker compares
        every result with the message.
      </p>
      <p>
        Of every five samples, one is shorter than the time shown. Other work on the machine only adds time, so this
        tells more than the median does how long an operation takes by itself. Times to make a key are medians, because
        the search for primes is random.
      </p>
      <p>
        The 95 % intervals come from order statistics, interpolated between samples: simulated with the noise of the
        recorded run, they hold 95 % of the time, and less where times fall into two groups. They need 14 samples, or
        six keys; with fewer, the page shows only the range of the samples and names no winner. The interval of a
        speed-up comes from the rounds: whatever slows a round slows both samples, so both are drawn again together, 199
        times. From 100 rounds on, it comes from the intervals of both times. It reaches at least 1.5 % to either side,
        a convention that allows for differences between runs. While it measures, a run makes further keys and goes on
        with them. From six keys on, intervals allow for their differences: simulated with keys that differ by 1 %, they
        hold more than nine times in ten. With fewer, they say nothing about other keys. The recorded run keeps 16 of
        its samples, evenly spaced in their order.
      </p>
      <p>
        The operations are bare: without padding and guards, as in the papers. For every variant except plain RSA, the
        worker also measures decryption with both guards, as the library runs by default. Such samples contain whole
        periods of blinding, so they are long, and there are fewer of them.
      </p>
      <Facts class="environment-list" of={describe(state)} />
    </>
  );
}

function describe({ selection, run, library, opened }: CompareState) {
  const ready = library.state === "ready" ? library : undefined;
  const how = selection.build === "auto" ? "the fastest that runs here" : "as chosen";
  const loaded = opened.flatMap(({ name, run: other, isHidden }) => {
    if (other.environment === undefined || isHidden) return [];
    const { build, userAgent, processor } = other.environment;
    const parts = [userAgent, processor, `build ${build}`, timerText(other)];
    return [[`Loaded: ${name}`, parts.filter(Boolean).join("; ")] as const];
  });
  return {
    Browser: navigator.userAgent,
    "Logical processors": navigator.hardwareConcurrency,
    WebAssembly: ready ? `build ${ready.build}, ${how}` : library.state,
    "Engine in use": ready && (enginesToMeasure(selection.engines, ready.engines).join(", ") || "none"),
    "Engines that run":
      ready && [ready.engines.join(", "), whyNotFastest(ready, selection.build)].filter(Boolean).join("; "),
    Timer: timerText(run),
    Started: run && new Date(run.startedAt).toLocaleString(),
    ...Object.fromEntries(loaded),
  };
}

function timerText(run: Run | undefined): string {
  const isolated = run?.environment?.crossOriginIsolated ?? globalThis.crossOriginIsolated;
  const kind = isolated
    ? "cross-origin isolated: fine timer"
    : "not cross-origin isolated: the browser makes the timer coarser, so samples last longer";
  const step = run?.environment?.timerStep;
  return step === undefined ? kind : `step ${formatNumber(step * 1000, 2)} µs measured; ${kind}`;
}
