import { shortSources } from "@rsa-variants/measure/text/sources";
import type { ComponentChildren, JSX } from "preact";
import { type Correction, corrections, type Source, sources } from "rsa-variants/theory";
import { Store } from "../core/store.ts";
import { CopyButton } from "../ui/buttons.tsx";
import { anchorOf, Citations } from "../ui/citations.tsx";
import { Figures } from "../ui/figures.tsx";
import { MathText } from "../ui/math.tsx";
import { mount } from "../ui/place.tsx";
import { bibtex } from "./bibtex.ts";
import { EngineJobs } from "./engine.tsx";
import { figuresId, figureTables, type Publication, publications, systemsNotIncluded } from "./publications.ts";
import "./references.css";

const copyBibtex = (of: readonly Publication[]) => () => navigator.clipboard.writeText(of.map(bibtex).join("\n"));

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}

function Part({ id, title, children }: PartProps): JSX.Element {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The place: publications, the figures in some of them, the errors in those, and what is left out. */
function Place(): JSX.Element {
  return (
    <div class="references">
      <p class="contents">
        <a href="#publications">Publications</a> <a href="#figures">Published figures</a>{" "}
        <a href="#corrections">Corrections</a> <a href="#not-included">Not included, and why</a>{" "}
        <a href="#engine">What else this engine does</a>
      </p>
      <Part id="publications" title="Publications">
        <p class="lead-in">
          What this page and its library are based on.{" "}
          <CopyButton label="Copy BibTeX of all" copy={copyBibtex(publications)} />
        </p>
        <ul class="publications">
          {publications.map((each) => (
            <Entry key={each.id} publication={each} />
          ))}
        </ul>
      </Part>
      <Part id="figures" title="Published figures">
        <p class="lead-in">
          Times and speed-ups of decryption as the papers print them, with theory in brackets. Each paper used a
          different machine: compare figures within a table, not between tables.
        </p>
        {Object.values(sources).map((source) => (
          <Paper key={source.id} source={source} />
        ))}
      </Part>
      <Part id="corrections" title="Corrections">
        <p class="lead-in">
          {corrections.length} errors in these five papers, and advice that no longer holds. The library does what is
          right.
        </p>
        <ul class="corrections">
          {corrections.map((each) => (
            <Erratum key={each.printed} correction={each} />
          ))}
        </ul>
      </Part>
      <Part id="not-included" title="Not included, and why">
        <ul class="corrections">
          {systemsNotIncluded.map(({ name, sources, reason }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>
                {reason} <Citations of={sources} references="" />
              </p>
            </li>
          ))}
        </ul>
      </Part>
      <Part id="engine" title="What else this engine does">
        <EngineJobs />
      </Part>
    </div>
  );
}

function Entry({ publication }: { readonly publication: Publication }): JSX.Element {
  const { id, short, authors, title, year, publishedIn, addresses, purposes } = publication;
  const where = publishedIn.includes(`${year}`) ? publishedIn : [publishedIn, year].filter(Boolean).join(", ");
  return (
    <li id={id}>
      <strong>{short}</strong>
      <div>
        {authors}:{" "}
        <cite>
          <MathText text={title} />
        </cite>
        , {where}.
        <p class="cited">
          {purposes.map(({ text, href }) => (
            <span key={text}>{href === undefined ? <MathText text={text} /> : <a href={href}>{text}</a>} </span>
          ))}
        </p>
        <p class="links">
          {addresses.map(({ kind, identifier, href }) => (
            <a key={kind} href={href}>
              {kind} {identifier}
            </a>
          ))}
          {addresses.length === 0 && <span class="cited">No DOI or ePrint number found</span>}
          <CopyButton label="Copy BibTeX" title={`Copy BibTeX of ${short}`} copy={copyBibtex([publication])} />
        </p>
      </div>
    </li>
  );
}

function Paper({ source: { id, machine, remarks } }: { readonly source: Source }): JSX.Element {
  const tables = figureTables(id);
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
      {tables.length === 0 && (
        <p>
          Its figures are about a special chip. <a href="../xrsa/">xRSA</a> shows them next to those of a model.
        </p>
      )}
      {tables.map(({ caption, ...table }) => (
        <div key={table.label}>
          {caption !== undefined && <p>{caption}</p>}
          <Figures {...table} />
        </div>
      ))}
    </article>
  );
}

function Erratum({ correction }: { readonly correction: Correction }): JSX.Element {
  const { papers, place, ...texts } = correction;
  return (
    <li>
      <h3>
        <Citations of={papers.map((paper) => shortSources[paper])} references="" />: {place}
      </h3>
      <dl>
        {(["printed", "right", "check"] as const).map((name) => (
          <div key={name}>
            <dt>{headings[name]}</dt>
            <dd>
              <MathText text={texts[name]} />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const headings = { printed: "Printed", right: "Right", check: "Checked" };

mount(new Store({}), Place);
// The browser looked for the entry before it was there.
if (location.hash.length > 1) location.replace(location.hash);
