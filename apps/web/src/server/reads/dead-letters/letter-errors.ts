import { type DisplayRedaction, maskError, type Redactor } from "@sagascope/core";
import { z } from "zod";

const errorSchema = z.object({
  name: z.string().catch("Error"),
  message: z.string().catch(""),
  at: z.coerce.date().optional().catch(undefined),
  attempt: z.number().int().catch(0),
  source: z.string().optional().catch(undefined),
  stack: z.string().optional().catch(undefined),
});

/** One error of a letter's chain; scrubbed when it was captured, and once more by the rules of now. */
export type LetterError = z.infer<typeof errorSchema>;

/** What one letter is called among others: what its last error said; else its cause. */
export function letterTitle(
  letter: {
    readonly machineId: string | null;
    readonly causeTitle: string;
    readonly errors: unknown;
  },
  redaction: DisplayRedaction,
): string {
  const errors = letterErrors(letter.errors, redaction.of(letter.machineId ?? undefined));
  return errors.at(-1)?.message || letter.causeTitle;
}

/** The stored chain of errors, oldest first; whatever is no error is left out. */
export function letterErrors(stored: unknown, redactor: Redactor): LetterError[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((error) => {
    const parsed = errorSchema.safeParse(error);
    return parsed.success ? [maskError(parsed.data, redactor)] : [];
  });
}
