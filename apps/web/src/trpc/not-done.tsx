import { sentence } from "@/lib/sentence.ts";
import { Note } from "@/ui/note.tsx";
import { messageOf, wasAnswered } from "./query-view.tsx";

/**
 * That something could not be had done. What the server refuses was not done; where no answer came it may have been, and
 * whoever tries again without a look may do it twice.
 */
export function NotDone(props: {
  readonly error: unknown;
  /** What is so if the server refused it: "It was not asked for." */
  readonly title: string;
  /** What else is so then: "Nothing was changed." */
  readonly consequence?: string;
  readonly className?: string;
}) {
  const { error, title, consequence, className } = props;
  const why = `${sentence(messageOf(error))}.`;
  if (wasAnswered(error)) {
    return (
      <Note kind="bad" className={className} title={title}>
        {consequence ? `${why} ${consequence}` : why}
      </Note>
    );
  }
  return (
    <Note kind="bad" className={className} title="It is not known whether it was done.">
      {why} Look at what is recorded before you try again.
    </Note>
  );
}
