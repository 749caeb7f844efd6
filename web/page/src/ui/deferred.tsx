import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";

type Component<Props> = (props: Props) => JSX.Element;

/** A component whose code is loaded when it is first shown, for sections that are folded away at first. */
export function deferred<Props extends object>(load: () => Promise<Component<Props>>): Component<Props> {
  let loaded: Component<Props> | undefined;
  return (props) => {
    const [, setLoaded] = useState(loaded !== undefined);
    useEffect(() => {
      if (loaded !== undefined) return;
      void load().then((component) => {
        loaded = component;
        setLoaded(true);
      });
    }, []);
    const View = loaded;
    return View === undefined ? <p class="loading">Loading …</p> : <View {...props} />;
  };
}
