import { useState } from "preact/hooks";
import { CopyButton } from "../ui/buttons.tsx";
import { MathText } from "../ui/math.tsx";
import { bibtex } from "./bibtex.ts";
import { noAddress } from "./links.ts";
import { type Publication, publications } from "./publications.ts";

const copyBibtex = (of: readonly Publication[]) => () => navigator.clipboard.writeText(of.map(bibtex).join("\n"));

/** Everything that the page and its library are based on. */
export function Bibliography() {
  const [words, setWords] = useState("");
  const shown = publications.filter((each) => matches(each, words));
  return (
    <>
      <div class="cluster actions">
        <label>
          Filter{" "}
          <input
            type="search"
            value={words}
            placeholder="author, year, word"
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
        </label>
        <p class="progress-text" role="status">
          {shown.length} of {publications.length}
        </p>
        <CopyButton label="Copy BibTeX of these" copy={copyBibtex(shown)} />
      </div>
      <ul class="publications">
        {/* Hidden, not left out: links to them still lead there. */}
        {publications.map((each) => (
          <Entry key={each.id} publication={each} isShown={shown.includes(each)} />
        ))}
      </ul>
    </>
  );
}

/** Whether a publication has all the words, in any of its texts. */
export function matches({ short, authors, title, publishedIn, purposes, year }: Publication, words: string): boolean {
  const plain = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const text = plain([short, authors, title, publishedIn, year, ...purposes.map((each) => each.text)].join(" "));
  return plain(words)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function Entry(props: { readonly publication: Publication; readonly isShown: boolean }) {
  const { publication, isShown } = props;
  const { id, short, authors, title, year, publishedIn, addresses, purposes } = publication;
  const where = publishedIn.includes(`${year}`) ? publishedIn : [publishedIn, year].filter(Boolean).join(", ");
  return (
    <li id={id} hidden={!isShown}>
      <strong>{short}</strong>
      <div>
        {title === "" ? (
          "Our copy has no title and no authors: "
        ) : (
          <>
            {authors}:{" "}
            <cite>
              <MathText text={title} />
            </cite>
            ,{" "}
          </>
        )}
        {where}.
        <p class="muted">
          {purposes.map(({ text, href }) => (
            <span key={text}>{href === undefined ? <MathText text={text} /> : <a href={href}>{text}</a>} </span>
          ))}
        </p>
        <p class="cluster links">
          {addresses.map(({ kind, identifier, href }) => (
            <a key={kind} href={href}>
              {kind} {identifier}
            </a>
          ))}
          {addresses.length === 0 && <span class="muted">{noAddress}</span>}
          <CopyButton label="Copy BibTeX" title={`Copy BibTeX of ${short}`} copy={copyBibtex([publication])} />
        </p>
      </div>
    </li>
  );
}
