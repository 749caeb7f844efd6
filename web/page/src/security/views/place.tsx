import type { JSX } from "preact";
import { Notices } from "../../ui/notices.tsx";
import type { PlaceProps } from "../actions.ts";
import { answerTo, isStale } from "../state.ts";
import { Attacks } from "./attacks.tsx";
import { ParameterForm } from "./form.tsx";
import { KeyCheck } from "./key.tsx";
import { MapSection } from "./map.tsx";
import { Strength } from "./strength.tsx";
import { SpokenVerdict, Standards, VerdictPanel } from "./verdict.tsx";

/** The place: parameters, their verdict and what it rests on, then a key of the user's, the map and the attacks. */
export function Place({ state, actions }: PlaceProps): JSX.Element {
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
          {assessment !== undefined && <Standards assessment={assessment} />}
        </div>
        {assessment !== undefined && library.state === "ready" && (
          <Strength assessment={assessment} targets={library.security.targets} />
        )}
        {/* The room that the list will need, so that nothing moves when it comes. */}
        {library.state === "loading" && <div class="strength-room" />}
      </div>
      <MapSection {...{ state, actions }} />
      <KeyCheck library={library} />
      <Attacks {...{ state, actions }} />
    </>
  );
}
