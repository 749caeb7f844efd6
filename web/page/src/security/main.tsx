import type { JSX } from "preact";
import { mount, Notices } from "../ui/place.tsx";
import { type PlaceProps, SecurityActions } from "./actions.ts";
import { answerTo, isStale } from "./state.ts";
import { Attacks } from "./views/attacks.tsx";
import { ParameterForm } from "./views/form.tsx";
import { KeyCheck } from "./views/key.tsx";
import { MapSection } from "./views/map.tsx";
import { Strength } from "./views/strength.tsx";
import { SpokenVerdict, Standards, VerdictPanel } from "./views/verdict.tsx";
import "./security.css";

/** Parameters with their verdict and its reasons, then the map, a key of the user's, and the attacks. */
function Place({ state, actions }: PlaceProps): JSX.Element {
  const { notices, failure, library } = state;
  const { assessment } = answerTo(state);
  const stale = isStale(state);
  return (
    <>
      <Notices notices={notices} failure={failure} onDismiss={(what) => actions.dismiss(what)} />
      <ParameterForm {...{ state, actions }} />
      <SpokenVerdict state={state} />
      {/* While a field cannot be used, the answer belongs to the choice before. */}
      <div class={stale ? "is-stale" : undefined} inert={stale}>
        <div class="answer">
          <VerdictPanel {...{ state, actions }} />
          {assessment !== undefined && <Standards {...assessment} />}
        </div>
        {assessment !== undefined && library.state === "ready" && (
          <Strength assessment={assessment} targets={library.security.targets} />
        )}
        {/* The list will need this room. */}
        {library.state === "loading" && <div class="strength-room" />}
      </div>
      <MapSection {...{ state, actions }} />
      <KeyCheck library={library} />
      <Attacks {...{ state, actions }} />
    </>
  );
}

const actions = new SecurityActions(location.search);
mount(actions.store, ({ state }) => <Place state={state} actions={actions} />);
actions.start();
