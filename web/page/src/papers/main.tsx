import { sourceInBrief } from "@rsa-variants/measure/text/sources";
import type { ComponentChildren } from "preact";
import { Store } from "../core/store.ts";
import { Citations } from "../ui/citations.tsx";
import { mount } from "../ui/place.tsx";
import { papers } from "./all.ts";
import { Bibliography } from "./bibliography.tsx";
import { EngineJobs } from "./engine.tsx";
import type { Paper } from "./paper.ts";
import { PaperView } from "./paper-view.tsx";
import { publications, systemsNotIncluded } from "./publications.ts";
import "./papers.css";

interface PapersState {
  readonly paper: Paper;
}

function Part(props: { readonly id: string; readonly title: string; readonly children: ComponentChildren }) {
  const { id, title, children } = props;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** The place: one of the five papers, then what the page is based on. */
function Place({ state: { paper } }: { readonly state: PapersState }) {
  return (
    <div class="papers">
      <nav aria-label="Papers">
        <ul class="cards">
          {papers.map((each) => (
            <li key={each.id}>
              <a href={`#${each.id}`} aria-current={each === paper ? "true" : undefined}>
                <strong>{sourceInBrief(each.id)}</strong>
                <span>{each.question}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <PaperView key={paper.id} paper={paper} />
      <Part id="not-included" title="Not included, and why">
        <ul class="corrections">
          {systemsNotIncluded.map(({ name, sources, reason }) => (
            <li key={name}>
              <h3>{name}</h3>
              <p>
                {reason} <Citations of={sources} papers="" />
              </p>
            </li>
          ))}
        </ul>
      </Part>
      <Part id="engine" title="What else this engine does">
        <EngineJobs />
      </Part>
      <Part id="publications" title="Bibliography">
        <Bibliography />
      </Part>
    </div>
  );
}

const [first] = papers as [Paper, ...Paper[]];

/** The paper of the address: `#paixao-2005`, or the anchor of a part of it. */
function paperOf(hash: string): Paper | undefined {
  const anchor = hash.slice(1);
  // The entry of a paper in the bibliography has an anchor of its own.
  if (publications.some(({ id }) => id === anchor)) return undefined;
  return papers.find(({ id }) => anchor === id || anchor.startsWith(`${id}-`));
}

const store = new Store<PapersState>({ paper: paperOf(location.hash) ?? first });
mount(store, Place);
addEventListener("hashchange", () => {
  const paper = paperOf(location.hash);
  if (paper === undefined || paper === store.state.paper) return;
  store.change({ paper });
  // The browser looked for it before it was there. A card does not move the page.
  const target = document.getElementById(location.hash.slice(1));
  const { top = 0 } = target?.getBoundingClientRect() ?? {};
  if (top < 0 || top > innerHeight) target?.scrollIntoView();
});
if (location.hash.length > 1 && !papers.some(({ id }) => `#${id}` === location.hash)) location.replace(location.hash);
