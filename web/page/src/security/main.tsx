import { mount, Notices } from "../ui/place.tsx";
import { type PlaceProps, SecurityActions } from "./actions.ts";
import { answerTo, isStale } from "./state.ts";
import { AttackSection } from "./views/attack-section.tsx";
import { ParameterForm } from "./views/form.tsx";
import { KeyCheck } from "./views/key.tsx";
import { MapSection } from "./views/map.tsx";
import { Strength } from "./views/strength.tsx";
import { SpokenVerdict, Standards, VerdictPanel } from "./views/verdict.tsx";
import "./security.css";

/** Keys of the user's, then parameters with their verdict and its reasons, the map, and the attacks. */
function Place({ state, actions }: PlaceProps) {
  const { notices, failure, library } = state;
  const { assessment } = answerTo(state);
  const stale = isStale(state);
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(change) => actions.store.change(change)} />
      <KeyCheck {...{ state, actions }} />
      <section class="outcome" id="parameters" aria-labelledby="parameters-title">
        <h2 id="parameters-title">Which parameters are safe?</h2>
        <p class="muted lead-in">
          This section covers key types in general, not the key you checked. Some parameters published for fast RSA have
          since been broken. Choose a variant and its lengths to see what each known attack would cost.
        </p>
        <ParameterForm {...{ state, actions }} />
        <SpokenVerdict state={state} />
        {/* While a field cannot be used, the answer belongs to the choice before. */}
        <div class={stale ? "is-stale" : undefined} inert={stale}>
          <div class="cluster answer">
            <VerdictPanel {...{ state, actions }} />
            {assessment !== undefined && <Standards {...assessment} />}
          </div>
          {assessment !== undefined && library.state === "ready" && (
            <Strength assessment={assessment} targets={library.security.targets} />
          )}
          {/* The list will need this room. */}
          {library.state === "loading" && <div class="strength-room" />}
        </div>
      </section>
      <MapSection {...{ state, actions }} />
      <AttackSection {...{ state, actions }} />
    </>
  );
}

const actions = new SecurityActions(location.search);
mount(actions.store, ({ state }) => <Place state={state} actions={actions} />);
actions.start();
