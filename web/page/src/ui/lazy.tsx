import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

/**
 * A component whose code is loaded when it is shown for the first time.
 *
 * @param what is being loaded, for readers who wait: "the example"
 */
export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  what: string,
): (props: Props) => JSX.Element {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [state, setState] = useState<"loading" | "failed" | "ready">(loaded === undefined ? "loading" : "ready");
    useEffect(() => {
      if (loaded !== undefined) return;
      load().then(
        (component) => {
          loaded = component;
          setState("ready");
        },
        () => setState("failed"),
      );
    }, []);
    const Component = loaded;
    if (Component !== undefined) return <Component {...props} />;
    const text = state === "failed" ? `Could not load ${what}. Reload the page.` : `Loading ${what} …`;
    return <p class="fine hint">{text}</p>;
  };
}
