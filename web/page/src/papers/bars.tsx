import type { PaperFigure } from "./paper.ts";

/** Bars on a logarithmic axis, as HTML: their numbers can be selected and read aloud. */
export function Bars({ figure, of }: { readonly figure: PaperFigure; readonly of: string }) {
  const { id, title, caption, bars } = figure;
  const values = bars.map(({ value }) => value).filter((value) => value > 0);
  const low = Math.min(...values) / 2;
  const span = Math.log(Math.max(...values) / low);
  const place = (value: number) => (value > 0 ? Math.log(value / low) / span : 0);
  const powers = [...Array(12).keys()]
    .map((at) => 10 ** (at - 3))
    .filter((each) => place(each) > 0 && place(each) <= 1);
  return (
    <figure class="bars" id={`${of}-${id}`} aria-label={title}>
      <h3>{title}</h3>
      <p class="muted hint">{caption}</p>
      <dl>
        {bars.map(({ name, value, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <i style={{ "--share": place(value) }} />
              <span>{text}</span>
            </dd>
          </div>
        ))}
        <div class="axis" aria-hidden="true">
          <dt />
          <dd>
            {powers.map((each) => (
              <b key={each} style={{ "--share": place(each) }}>
                {each}
              </b>
            ))}
          </dd>
        </div>
      </dl>
    </figure>
  );
}
