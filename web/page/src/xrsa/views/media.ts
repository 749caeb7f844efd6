import { useEffect, useState } from "preact/hooks";

/** Whether the picture has room for one step at a time only. Paper has the whole. */
export const useNarrow = useMedia("screen and (max-width: 999px)");

/** As in the style sheets. */
export const usePhone = useMedia("screen and (max-width: 640px)");

function useMedia(text: string): () => boolean {
  const query = matchMedia(text);
  return () => {
    const [matches, setMatches] = useState(query.matches);
    useEffect(() => {
      const follow = () => setMatches(query.matches);
      query.addEventListener("change", follow);
      return () => query.removeEventListener("change", follow);
    }, []);
    return matches;
  };
}
