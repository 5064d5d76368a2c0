import type { RouterOutputs } from "@/trpc/react.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Note } from "@/ui/note.tsx";
import { Time } from "@/ui/time.tsx";
import { resolutionWords } from "../letter-words.ts";

type Letter = RouterOutputs["deadLetters"]["get"];

/** That nothing is left to do; nothing for a letter that is open. */
export function Resolved({ letter }: { readonly letter: Letter }) {
  if (letter.resolvedAt === null) return null;
  return (
    <div className="flex items-center gap-2.5 border-b border-green-line bg-green-tint px-3.5 py-2.5">
      <Glyph name="st-done" className="size-5! text-green" />
      <div>
        <b className="block text-[15px] leading-5 font-semibold">Resolved</b>
        <span className="text-12 text-ink-2">
          <Time at={letter.resolvedAt} />, {resolutionWords(letter.resolution)}. Nothing is left to
          do.
        </span>
      </div>
    </div>
  );
}

/** Whose role looks and no more. */
export function NotAllowed({ roleName }: { readonly roleName: string | undefined }) {
  return (
    <Note kind="info" className="m-3.5" title={`The role ${roleName ?? "you have"} may look.`}>
      Dry runs and replays need the role responder.
    </Note>
  );
}
