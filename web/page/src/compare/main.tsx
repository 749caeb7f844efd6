import { allVariants } from "@rsa-variants/measure/plan/key-choice";
import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { variantFacts } from "rsa-variants";
import { ChartPanel } from "../ui/chart.tsx";
import { Citations } from "../ui/citations.tsx";
import { MathText } from "../ui/math.tsx";
import { mount, Notices, Section } from "../ui/place.tsx";
import { variantPages } from "../variants/index.ts";
import { Compare, type ViewProps } from "./actions.ts";
import { speedUpDrawing, timesDrawing } from "./charts/rows.ts";
import { tradeOffDrawing } from "./charts/trade-off.ts";
import { hasProblems, type State } from "./state.ts";
import { AnswerCard } from "./views/answer.tsx";
import { Bars } from "./views/bars.tsx";
import { Files } from "./views/files.tsx";
import { Guards } from "./views/guards.tsx";
import { MarkIcon } from "./views/marks.tsx";
import { RunPanel } from "./views/run-panel.tsx";
import { Table } from "./views/table.tsx";
import "./compare.css";

/** The place: what to measure, the answer, and below it everything that the answer is based on. */
function Place({ state, actions }: ViewProps): JSX.Element {
  const { notices, failure, running, loaded } = state;
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(what) => actions.dismiss(what)} />
      <RunPanel {...{ state, actions }} />
      {!isReady(state) && <p class="loading">Loading the safety verdicts …</p>}
      {/* The results belong to the last valid settings. */}
      <div class={hasProblems(state) ? "results-part is-stale" : "results-part"} hidden={!isReady(state)}>
        <AnswerCard {...{ state, actions }} />
        <Bars {...{ state, actions }} />
        <Table {...{ state, actions }} />
        <Files {...{ state, actions }} />
        <Section id="scenarios" title="What this means for a job">
          <Later name="Scenarios" {...{ state, actions }} />
        </Section>
        <Section id="charts" title="Charts" isOpen={loaded.length > 0}>
          <Charts state={state} />
        </Section>
        <Section id="trade-off-section" title="What you gain from a longer public exponent">
          <TradeOff state={state} />
        </Section>
        <Section id="series" title="Series over modulus lengths" isOpen={running === "sweep"}>
          <Later name="Sweep" {...{ state, actions }} />
        </Section>
        <Section id="guards-section" title="What the guards cost" isOpen={state.selection.measureGuards}>
          <Guards {...{ state, actions }} />
        </Section>
      </div>
      <Section id="variants" title="The variants in brief">
        <Variants />
      </Section>
      <Section id="example" title="A worked example">
        <Later name="WorkedExampleView" {...{ state, actions }} />
      </Section>
      <Section id="methods" title="How this is measured">
        <Later name="Methods" {...{ state, actions }} />
      </Section>
    </>
  );
}

/** Whether there are results to show. The recorded run waits for the verdicts; a run of this machine does not. */
function isReady({ running, run, recorded, security }: State): boolean {
  const isMeasured = running !== undefined || run?.state === "done" || run?.state === "stopped";
  return isMeasured || (recorded !== undefined && security.state !== "loading");
}

/** Speed-ups and times. A component, so that nothing is computed while its section is closed. */
function Charts({ state }: Pick<ViewProps, "state">): JSX.Element {
  const isRunning = state.running !== undefined;
  return (
    <div class="charts">
      <ChartPanel
        id="speed-up"
        title="Decryption: speed-up over plain RSA"
        subtitle="Bars: the run shown above. Open bars: the other loaded runs. Diamonds: theory. Crosses: papers with the same parameters."
        empty="Choose a variant to see its speed-up."
        drawing={speedUpDrawing(state)}
        isRunning={isRunning}
      />
      <ChartPanel
        id="times"
        title="Encryption and decryption time"
        subtitle="Open circles: encryption. Filled circles: decryption. The axis is logarithmic."
        empty="Press Run to measure."
        drawing={timesDrawing(state)}
        isRunning={isRunning}
      />
    </div>
  );
}

function TradeOff({ state }: Pick<ViewProps, "state">): JSX.Element {
  return (
    <ChartPanel
      id="trade-off"
      title="Encryption against decryption"
      subtitle="For keys with two primes. Both costs are multiples of those of CRT with e = 65537. Keys in the shaded region are broken; the line above it shows the fastest acceptable keys."
      empty="The verdicts are loading."
      drawing={tradeOffDrawing(state)}
    />
  );
}

function loadLater() {
  return import("./later.ts");
}

interface LaterProps extends ViewProps {
  readonly name: "Methods" | "Scenarios" | "Sweep" | "WorkedExampleView";
}

/** The content of a section whose code is loaded when it is opened. */
function Later({ name, ...props }: LaterProps): JSX.Element {
  const [View, setView] = useState<ComponentType<ViewProps>>();
  useEffect(() => {
    void loadLater().then((views) => setView(() => views[name]));
  }, [name]);
  return View === undefined ? <p class="loading">Loading …</p> : <View {...props} />;
}

/** Every variant in a few sentences, with its sources. */
function Variants(): JSX.Element {
  return (
    <div class="variants">
      {allVariants.map((variant) => (
        <article key={variant} class="variant">
          <h3>
            <MarkIcon subject={{ kind: "variant", variant, engine: "scalar" }} />
            {variantFacts[variant].title}
          </h3>
          <p>
            <MathText text={variantPages[variant].about} />
          </p>
          <p class="cited">
            <Citations of={variantPages[variant].sources} references="references/" />
          </p>
        </article>
      ))}
    </div>
  );
}

const actions = new Compare(location.search, loadLater);
actions.start();
// WebAssembly is asked for before the first drawing, which keeps a slow processor busy.
setTimeout(() => mount(actions.store, ({ state }) => <Place state={state} actions={actions} />));
