import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { KeyValues } from "@/ui/card.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { Note } from "@/ui/note.tsx";
import { Time } from "@/ui/time.tsx";
import { leftOutWords, type Selection } from "../../bulk-words.ts";
import { splitTitle } from "../../letter-words.ts";

/** Which letters, how many, as of when: what is done is done to these and no others. */
export function SelectionFacts({ selection }: { readonly selection: Selection }) {
  const { letters, subjects, cutOffAt, hash, leftOut } = selection;
  const left = leftOutWords(leftOut);
  return (
    <>
      <KeyValues
        entries={[
          [
            "selection",
            <span key="s">
              <b className="font-strong">{formatPlural(letters, "letter")}</b> of{" "}
              {formatPlural(subjects, "subject")}
            </span>,
          ],
          [
            "cut-off",
            <span key="c">
              <Time at={cutOffAt} />
              <span className="text-ink-3">; letters captured later are not in it</span>
            </span>,
          ],
          ["hash", <IdText key="h" id={hash} />],
        ]}
      />
      {left.length > 0 && (
        <Note kind="info" className="mt-2" title="Left out:">
          {left.join("; ")}.
        </Note>
      )}
    </>
  );
}

/** What the letters are, by cause and machine; the most frequent first. */
export function SelectionKinds({ selection }: { readonly selection: Selection }) {
  const { kinds, moreKinds } = selection;
  if (kinds === undefined) {
    return (
      <p className="text-12 text-ink-3">Too many letters to look through: not sorted by cause.</p>
    );
  }
  return (
    <ul aria-label="What is selected" className="max-h-40 overflow-y-auto text-12">
      {kinds.map(({ fingerprint, causeTitle, consumer, source, letters }) => (
        <li key={`${fingerprint} ${consumer} ${source}`} className="flex gap-2 py-0.5">
          <span className="min-w-0 flex-1 truncate" title={causeTitle}>
            {splitTitle(causeTitle).text}{" "}
            <span className="mono text-ink-3">
              {consumer}
              {source === "state" && ", chart state"}
            </span>
          </span>
          <b className="flex-none font-strong">{formatCount(letters)}</b>
        </li>
      ))}
      {moreKinds && <li className="text-ink-3">There are more causes.</li>}
    </ul>
  );
}
