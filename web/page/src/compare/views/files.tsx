import { enginesOf, measuredLengths, type Run } from "@rsa-variants/measure/run/run";
import { formatCount, formatList } from "@rsa-variants/measure/text/format";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CopyButton, FilePicker, QuietButton } from "../../ui/buttons.tsx";
import { acceptDrops } from "../../ui/drops.ts";
import type { ViewProps } from "../actions.ts";
import { timeOf } from "../names.ts";

/** Saves, copies and loads runs, and lists the loaded ones. Files can be dropped anywhere on the page. */
export function Files({ state, actions }: ViewProps): JSX.Element {
  const { shown, selection } = state;
  const isEmpty = shown === undefined || shown.measurements.length === 0;
  const hasLength = shown?.measurements.some(({ modulusLength }) => modulusLength === selection.modulusLength) === true;
  useEffect(() => acceptDrops(document.documentElement, (dropped) => void actions.load(dropped)), [actions]);
  return (
    <div class="sharing">
      <div class="files">
        <QuietButton
          title="Saves every raw sample and the environment of the run shown above"
          disabled={isEmpty}
          onClick={() => shown && actions.saveRun(shown)}
        >
          Save JSON
        </QuietButton>
        <QuietButton
          title="Saves the table with all columns as comma-separated values"
          disabled={isEmpty}
          onClick={() => actions.saveTable()}
        >
          Save CSV
        </QuietButton>
        {hasLength && (
          <CopyButton
            label="Copy link"
            title="Copies a link that contains these settings and the first rounds of the run shown above"
            copy={() => actions.copyLink()}
          />
        )}
        <CopyButton
          label="Copy as Markdown"
          title="Copies the table, for a README or an issue"
          copy={() => actions.copyMarkdown()}
        />
        <FilePicker
          id="load-run"
          label="Load runs …"
          title="Shows saved runs, for example those of other browsers or machines. You can also drop the files anywhere on this page."
          accept="application/json,.json"
          multiple
          onFiles={(files) => actions.load({ files, folders: [] })}
        />
      </div>
      <Legend {...{ state, actions }} />
      <p class="drop-hint" aria-hidden="true">
        Drop saved runs to show them
      </p>
    </div>
  );
}

/** Which runs are loaded: where and when each was measured, and buttons to save and remove it. */
function Legend({ state, actions }: ViewProps): JSX.Element | null {
  const list = useRef<HTMLElement>(null);
  const { opened, shown } = state;
  return (
    <section class="loaded-runs" aria-label="Loaded runs" ref={list} tabIndex={-1} hidden={opened.length === 0}>
      <h3>Loaded runs</h3>
      <ul>
        {opened.map((each) => {
          const { name, run, link } = each;
          return (
            <li key={name}>
              <p>
                <strong>{name}</strong> <span class="hint">{run === shown ? "shown above" : "in its own column"}</span>
                <span class="small">{[link === undefined ? "File" : "Link", ...describe(run)].join(" · ")}</span>
              </p>
              <QuietButton onClick={() => actions.saveRun(run)}>
                Save<span class="visually-hidden"> {name}</span>
              </QuietButton>
              <QuietButton
                onClick={() => {
                  actions.unload(each);
                  list.current?.focus(); // this button disappears
                }}
              >
                Remove<span class="visually-hidden"> {name}</span>
              </QuietButton>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The machine and the extent of a run, part by part. */
function describe(run: Run): string[] {
  const { environment, measurements } = run;
  const engines = enginesOf(run);
  const lengths = measuredLengths(run).map(String);
  const samples = measurements.reduce((sum, each) => sum + each.samples.length, 0);
  return [
    `measured at ${timeOf(run)}`,
    environment?.processor ?? [],
    environment === undefined ? [] : [`${environment.processors} logical processors`, `build ${environment.build}`],
    engines.length === 0 ? [] : `${engines.length === 1 ? "engine" : "engines"} ${formatList(engines)}`,
    lengths.length === 0 ? [] : `${formatList(lengths)} bits`,
    `${formatCount(samples)} samples`,
  ].flat();
}
