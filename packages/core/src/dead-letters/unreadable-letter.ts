import { newId } from "../kernel/ids.ts";
import { buildLetter } from "./build-letter.ts";
import type { LetterCapture } from "./capture.ts";
import type { NewDeadLetter } from "./letter.ts";

/** What came and cannot be stored. */
export interface UnreadableFacts {
  readonly project: string;
  readonly topic: string;
  /** Where it came from, for people. */
  readonly source: string;
  readonly error: unknown;
  readonly bytes: number;
  readonly at: Date;
}

/** The letter of something that is no envelope. Size and error are all that is kept: what cannot be read cannot be redacted. */
export function unreadableLetter(facts: UnreadableFacts, capture: LetterCapture): NewDeadLetter {
  const { project, topic, source, error, bytes, at } = facts;
  const { name, message } = error as { readonly name: string; readonly message: string };
  const id = newId();
  const record = {
    ...{ name, message: `${message} (${bytes} bytes)`, at: at.toISOString() },
    ...{ attempt: 1, source },
  };
  return buildLetter(
    {
      ...{ project, consumer: project, workKey: `message:${id}`, source: "envelope" },
      ...{ reason: "corrupt", subject: "", topic, eventType: "", attempts: 1, errors: [record] },
    },
    id,
    capture,
  );
}
