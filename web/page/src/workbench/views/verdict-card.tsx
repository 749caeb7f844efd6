import type { Tone, VerdictWords } from "../doctor/words.ts";

const signs: Readonly<Record<Tone, string>> = {
  good: "M6 12.5 L10.5 17 L18.5 7.5",
  bad: "M7 7 L17 17 M17 7 L7 17",
  open: "M12 5 V13.5 M12 17.5 V18.5",
};

/** A verdict on data. Tones differ in sign, words, edge and color. */
export function VerdictCard({ tone, title, text }: VerdictWords) {
  return (
    <div class="verdict-card" data-tone={tone}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d={signs[tone]} />
      </svg>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    </div>
  );
}
