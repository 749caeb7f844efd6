import type { JSX } from "preact";
import { type Source, sources } from "rsa-variants/theory";
import { anchorOf } from "../core/citations.ts";
import { shortSources } from "../core/paper-names.ts";
import { Citations } from "../ui/citations.tsx";
import { MathText } from "../ui/math.tsx";
import { corrections, type FigureTable, figureTable } from "./figures.ts";
import { figuresId, type Publication, publications } from "./publications.ts";

/** The place: publications, the figures that some of them have, and errors in these. */
export function Place(): JSX.Element {
  return (
    <div class="references">
      <p class="contents">
        <a href="#publications">Publications</a> <a href="#figures">Published figures</a>{" "}
        <a href="#corrections">Corrections</a>
      </p>
      <section aria-labelledby="publications">
        <h2 id="publications">Publications</h2>
        <ul class="publications">
          {publications.map((each) => (
            <Entry key={each.id} publication={each} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="figures">
        <h2 id="figures">Published figures</h2>
        <p class="lead-in">
          Times, and speed-ups of decryption, as the papers print them; theory is in brackets. Each paper used another
          machine, so compare within a table, not between tables.
        </p>
        {Object.values(sources).map((source) => (
          <Figures key={source.id} source={source} />
        ))}
      </section>
      <section aria-labelledby="corrections">
        <h2 id="corrections">Corrections</h2>
        <p class="lead-in">Errors in these five papers. The library does it right.</p>
        <ul class="corrections">
          {corrections.map(({ papers, text }) => (
            <li key={text}>
              <Citations of={papers} references="" />: <MathText text={text} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Entry({ publication }: { readonly publication: Publication }): JSX.Element {
  const { id, short, authors, title, where, address, purposes } = publication;
  return (
    <li id={id}>
      <strong>{short}</strong>
      <div>
        {authors}:{" "}
        <cite>
          <MathText text={title} />
        </cite>
        , {address === undefined ? where : <a href={address}>{where}</a>}.
        <p class="cited">
          {purposes.map(({ text, href }) => (
            <span key={text}>{href === undefined ? <MathText text={text} /> : <a href={href}>{text}</a>} </span>
          ))}
        </p>
      </div>
    </li>
  );
}

function Figures({ source: { id, machine, remarks } }: { readonly source: Source }): JSX.Element {
  const table = figureTable(id);
  const short = shortSources[id];
  return (
    <article class="paper" id={figuresId(id)}>
      <h3>
        <a href={`#${anchorOf(short)}`}>{short}</a>
      </h3>
      <p>Measured on: {machine}.</p>
      {remarks.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {table === undefined ? (
        <p>
          Its figures are about a special chip. <a href="../xrsa/">xRSA</a> shows them beside those of a model.
        </p>
      ) : (
        <Table of={short} table={table} />
      )}
    </article>
  );
}

function Table({ of, table: { lengths, rows } }: { readonly of: string; readonly table: FigureTable }): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class="table-box" aria-label={`Figures of ${of}`} tabIndex={0}>
      <table class="figures">
        <thead>
          <tr>
            {["Variant", "What"].map((head) => (
              <th key={head} scope="col" class="name">
                {head}
              </th>
            ))}
            {lengths.map((length) => (
              <th key={length} scope="col">
                {length}&nbsp;bits
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, quantity, cells }) => (
            <tr key={`${name} ${quantity}`}>
              <th scope="row" class="name">
                {name}
              </th>
              <td class="name">{quantity}</td>
              {cells.map((text, at) => (
                <td key={lengths[at]}>{text}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
