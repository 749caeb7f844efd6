import { longestName } from "@rsa-variants/measure/run/file";
import { countOf, enginesOf, measuredLengths, type Run } from "@rsa-variants/measure/run/run";
import { formatCount, formatList } from "@rsa-variants/measure/text/format";
import type { RefObject } from "preact";
import { useRef } from "preact/hooks";
import { CopyButton, FilePicker, QuietButton } from "../../ui/buttons.tsx";
import { useDrops } from "../../ui/drops.ts";
import type { ViewProps } from "../actions.ts";
import { countText } from "../figures.ts";
import { mostKept } from "../kept.ts";
import { dayOf, nameOfRun, timeOf } from "../names.ts";

/** Saves, copies and loads runs, and lists the loaded ones. Files can be dropped anywhere on the page. */
export function Files({ state, actions }: ViewProps) {
  const { shown, selection } = state;
  const isEmpty = shown === undefined || shown.measurements.length === 0;
  const hasLength = shown?.measurements.some(({ modulusLength }) => modulusLength === selection.modulusLength) === true;
  useDrops((dropped) => void actions.load(dropped));
  return (
    <div class="sharing">
      <div class="cluster files">
        <QuietButton
          title="Saves every raw sample and the environment of the run shown above"
          disabled={isEmpty}
          onClick={() => shown && actions.saveRun(shown)}
        >
          Save JSON
        </QuietButton>
        <QuietButton
          title="Saves the table with all columns and measured lengths as comma-separated values"
          disabled={isEmpty}
          onClick={() => actions.saveTable()}
        >
          Save CSV
        </QuietButton>
        <QuietButton title="Saves the table above with its picture" onClick={() => actions.savePicture()}>
          Save SVG
        </QuietButton>
        {hasLength && (
          <CopyButton
            label="Copy link"
            title="Copies a link that contains these settings and the run shown above, without the samples of a long one"
            copy={() => actions.copyLink()}
          />
        )}
        <CopyButton
          label="Copy as Markdown"
          title="Copies the table, for each measured length, for a README or an issue"
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
      <Kept {...{ state, actions }} />
      <p class="drop-hint" aria-hidden="true">
        Drop saved runs to show them
      </p>
    </div>
  );
}

/** Which runs are loaded: where and when each was measured, and buttons to save and remove it. */
function Legend({ state, actions }: ViewProps) {
  const list = useRef<HTMLElement>(null);
  const { shown } = state;
  const opened = state.opened.filter(({ isHidden }) => !isHidden);
  return (
    <section class="loaded-runs" aria-label="Loaded runs" ref={list} tabIndex={-1} hidden={opened.length === 0}>
      <h3>Loaded runs</h3>
      <ul>
        {opened.map((each) => {
          const { name, run, link, isKept } = each;
          return (
            <li key={name}>
              <p>
                <strong>{name}</strong>{" "}
                <span class="fine hint">{run === shown ? "shown above" : "in its own column"}</span>
                <span class="small">
                  {[isKept ? "Kept here" : link === undefined ? "File" : "Link", ...describe(run)].join(" · ")}
                </span>
              </p>
              {action("Save", name, () => actions.saveRun(run))}
              {action("Remove", name, () => actions.unload(each), list)}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The runs that this browser keeps, with buttons to show, save and delete each, and a field for its name. */
function Kept({ state: { opened, run: own }, actions }: ViewProps) {
  const summary = useRef<HTMLElement>(null);
  const kept = opened.filter(({ isKept }) => isKept);
  return (
    <details class="loaded-runs kept-runs" hidden={kept.length === 0}>
      <summary ref={summary}>Kept in this browser: {countText(kept.length, "run")}</summary>
      <p class="fine hint">
        Runs stay in this browser until you delete them, at most {mostKept} of them: the oldest make room.
      </p>
      <ul>
        {kept.map(({ name, run, isHidden }) => (
          <li key={run.startedAt}>
            <p>
              <input
                aria-label={`Name of the run ${name}`}
                value={run.name ?? ""}
                placeholder={nameOfRun(run)}
                maxLength={longestName}
                onChange={({ currentTarget }) => actions.rename(run, currentTarget.value.trim())}
              />
              <span class="small">{[dayOf(run, "short"), ...describe(run)].join(" · ")}</span>
            </p>
            {run.startedAt === own?.startedAt ? (
              <span class="fine hint">of this tab</span>
            ) : (
              action(isHidden ? "Show" : "Hide", name, () => actions.setHidden(run, isHidden === false))
            )}
            {action("Save", name, () => actions.saveRun(run))}
            {action("Delete", name, () => actions.forget(run), summary)}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** A button for one of the runs. What has the focus if the button disappears may be given, too. */
function action(text: string, name: string, act: () => void, focus?: RefObject<HTMLElement | null>) {
  const click = () => {
    act();
    focus?.current?.focus();
  };
  return (
    <QuietButton onClick={click}>
      {text}
      <span class="visually-hidden"> {name}</span>
    </QuietButton>
  );
}

/** The machine and the extent of a run, part by part. */
function describe(run: Run): string[] {
  const { environment, measurements } = run;
  const engines = enginesOf(run);
  const lengths = measuredLengths(run).map(String);
  const samples = measurements.reduce((sum, each) => sum + countOf(each), 0);
  return [
    `measured at ${timeOf(run)}`,
    environment?.processor ?? [],
    environment === undefined ? [] : [`${environment.processors} logical processors`, `build ${environment.build}`],
    engines.length === 0 ? [] : `${engines.length === 1 ? "engine" : "engines"} ${formatList(engines)}`,
    lengths.length === 0 ? [] : `${formatList(lengths)} bits`,
    `${formatCount(samples)} samples`,
  ].flat();
}
