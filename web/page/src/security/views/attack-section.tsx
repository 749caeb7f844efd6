import { useEffect, useRef, useState } from "preact/hooks";
import { lazily } from "../../ui/lazy.tsx";
import type { PlaceProps } from "../actions.ts";

const AttackGroups = lazily(async () => (await import("./attacks.tsx")).AttackGroups, "the attacks");

/** The attacks. They are loaded when the user comes near, or follows a link to one. */
export function AttackSection({ state, actions }: PlaceProps) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(isWanted);
  useEffect(() => {
    if (isNear || room.current === null) return undefined;
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: "50%" });
    near.observe(room.current);
    const follow = () => isWanted() && setNear(true);
    window.addEventListener("hashchange", follow);
    return () => {
      near.disconnect();
      window.removeEventListener("hashchange", follow);
    };
  }, [isNear]);
  return (
    <section class="outcome" id="attacks" aria-labelledby="attacks-title">
      <h2 id="attacks-title">Run an attack</h2>
      <p class="muted lead-in">
        Each attack makes a new key in your browser and breaks it with nothing but what an attacker knows. A line says
        what it finds, and how long that takes.
      </p>
      <div ref={room} class="attack-room">
        {isNear && <AttackGroups {...{ state, actions }} />}
      </div>
    </section>
  );
}

/** Whether the address leads to the attacks or to one of them. */
function isWanted(): boolean {
  return location.hash.startsWith("#attack");
}
