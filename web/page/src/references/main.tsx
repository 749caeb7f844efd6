import { shortSources } from "@rsa-variants/measure/text/sources";
import type { JSX } from "preact";
import { type Source, sources } from "rsa-variants/theory";
import { Store } from "../core/store.ts";
import { anchorOf, Citations } from "../ui/citations.tsx";
import { Figures } from "../ui/figures.tsx";
import { MathText } from "../ui/math.tsx";
import { mount } from "../ui/place.tsx";
import { corrections, figuresId, figureTable, type Publication, publications } from "./publications.ts";
import "./references.css";

/** The place: publications, the figures in some of them, and the errors in those. */
function Place(): JSX.Element {
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
          Times and speed-ups of decryption as the papers print them, with theory in brackets. Each paper used a
          different machine: compare figures within a table, not between tables.
        </p>
        {Object.values(sources).map((source) => (
          <Paper key={source.id} source={source} />
        ))}
      </section>
      <section aria-labelledby="corrections">
        <h2 id="corrections">Corrections</h2>
        <p class="lead-in">Errors in these five papers. The library uses the corrected versions.</p>
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

function Paper({ source: { id, machine, remarks } }: { readonly source: Source }): JSX.Element {
  const rows = figureTable(id);
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
      {rows === undefined ? (
        <p>
          Its figures are about a special chip. <a href="../xrsa/">xRSA</a> shows them next to those of a model.
        </p>
      ) : (
        <Figures label={`Figures of ${short}`} {...rows} names={2} />
      )}
    </article>
  );
}

mount(new Store({}), Place);
// The browser looked for the entry before it was there.
if (location.hash.length > 1) location.replace(location.hash);
