import type { JSX } from "preact";
import { variantFacts } from "rsa-variants";
import { variantSources } from "../../core/citations.ts";
import { CopyButton, FilePicker, QuietButton } from "../../ui/buttons.tsx";
import { ChartPanel } from "../../ui/chart.tsx";
import { Citations } from "../../ui/citations.tsx";
import { MathText } from "../../ui/math.tsx";
import { Notices } from "../../ui/notices.tsx";
import { Section } from "../../ui/section.tsx";
import type { Compare } from "../actions.ts";
import { speedUpDrawing } from "../charts/speedup.ts";
import { timesDrawing } from "../charts/times.ts";
import { tradeOffDrawing } from "../charts/trade-off.ts";
import { WorkedExampleView } from "../example/view.tsx";
import { allVariants } from "../params/selection.ts";
import { hasProblems, type State } from "../state.ts";
import { variantTexts } from "../text/variants.ts";
import { AnswerCard } from "./answer.tsx";
import { Bars } from "./bars.tsx";
import { Guards } from "./guards.tsx";
import { MarkIcon } from "./marks.tsx";
import { Methods } from "./methods.tsx";
import { RunPanel } from "./run-panel.tsx";
import { Sweep } from "./sweep.tsx";
import { Table } from "./table.tsx";

interface Props {
  readonly state: State;
  readonly actions: Compare;
}

/** The place: what to measure, the answer, and below it everything the answer rests on. */
export function Place({ state, actions }: Props): JSX.Element {
  const { notices, failure, running, loaded } = state;
  const isRunning = running !== undefined;
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(what) => actions.dismiss(what)} />
      <RunPanel {...{ state, actions }} />
      {!isReady(state) && <p class="loading">Loading the safety verdicts …</p>}
      {/* What is shown belongs to the last valid settings. */}
      <div class={hasProblems(state) ? "results-part is-stale" : "results-part"} hidden={!isReady(state)}>
        <AnswerCard state={state} />
        <Bars {...{ state, actions }} />
        <Table {...{ state, actions }} />
        <Files {...{ state, actions }} />
        <Section id="charts" title="Charts" isOpen={loaded.length > 0}>
          <div class="charts">
            <ChartPanel
              id="speed-up"
              title="Decryption: speed-up over plain RSA"
              subtitle="Bars: measured. Open bars: loaded runs. Diamonds: theory. Crosses: papers, with the same parameters."
              empty="Choose a variant to see its speed-up."
              drawing={speedUpDrawing(state)}
              isRunning={isRunning}
            />
            <ChartPanel
              id="times"
              title="Encryption and decryption time"
              subtitle="Open circles encrypt, filled circles decrypt; logarithmic axis."
              empty="Press Run to measure."
              drawing={timesDrawing(state)}
              isRunning={isRunning}
            />
          </div>
        </Section>
        <Section id="trade-off-section" title="What a longer public exponent buys">
          <ChartPanel
            id="trade-off"
            title="Encryption against decryption"
            subtitle="Two primes. Both costs are multiples of those of CRT with e = 65537. Keys in the shaded region are broken; the line above it shows the fastest acceptable ones."
            empty="The verdicts are loading."
            drawing={tradeOffDrawing(state)}
          />
        </Section>
        <Section id="series" title="Series over modulus lengths" isOpen={running === "sweep"}>
          <Sweep {...{ state, actions }} />
        </Section>
        <Section id="guards-section" title="What the guards cost" isOpen={state.selection.measureGuards}>
          <Guards {...{ state, actions }} />
        </Section>
      </div>
      <Section id="variants" title="The variants in two sentences each">
        <Variants />
      </Section>
      <Section id="example" title="A worked example">
        <WorkedExampleView />
      </Section>
      <Section id="methods" title="How this is measured">
        <Methods state={state} />
      </Section>
    </>
  );
}

/** Whether there are results to show: the recorded run comes with its verdicts, what is measured here does not wait for them. */
function isReady({ running, run, recorded, security }: State): boolean {
  const isMeasured = running !== undefined || run?.state === "done" || run?.state === "stopped";
  return isMeasured || (recorded !== undefined && security.state !== "loading");
}

/** What can be done with a run: save, copy, load. */
function Files({ state, actions }: Props): JSX.Element {
  const { figures, loaded } = state;
  const isEmpty = figures === undefined || figures.measurements.length === 0;
  return (
    <div class="files">
      <QuietButton title="Every raw sample and the environment" disabled={isEmpty} onClick={() => actions.save("json")}>
        Save JSON
      </QuietButton>
      <QuietButton title="The table as comma-separated values" disabled={isEmpty} onClick={() => actions.save("csv")}>
        Save CSV
      </QuietButton>
      {!isEmpty && (
        <CopyButton
          label="Copy link"
          title="A link that contains these settings and the first rounds of this run"
          copy={() => actions.copyLink()}
        />
      )}
      <CopyButton
        label="Copy as Markdown"
        title="The table for a README or an issue"
        copy={() => actions.copyMarkdown()}
      />
      <FilePicker
        id="load-run"
        label="Load runs …"
        title="Shows saved runs, such as those of other browsers or machines, beside this one"
        accept="application/json,.json"
        multiple
        onFiles={(files) => actions.load(files)}
      />
      {loaded.map(({ name }, at) => (
        <QuietButton key={name} onClick={() => actions.unload(at)}>
          Remove {name}
        </QuietButton>
      ))}
    </div>
  );
}

/** Every variant in two sentences, with who described it and whose advice it is. */
function Variants(): JSX.Element {
  return (
    <div class="variants">
      {allVariants.map((variant) => {
        const { how, when } = variantTexts[variant];
        return (
          <article key={variant} class="variant">
            <h3>
              <MarkIcon subject={{ kind: "variant", variant, engine: "scalar" }} />
              {variantFacts[variant].title}
            </h3>
            <p>
              <MathText text={`${how} ${when}`} />
            </p>
            <p class="cited">
              <Citations of={variantSources[variant]} references="references/" />
            </p>
          </article>
        );
      })}
    </div>
  );
}
