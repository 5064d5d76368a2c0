import { z } from "zod";

const errorSchema = z.object({
  name: z.string().catch("Error"),
  message: z.string().catch(""),
  at: z.coerce.date().optional().catch(undefined),
  attempt: z.number().int().catch(0),
  source: z.string().optional().catch(undefined),
  stack: z.string().optional().catch(undefined),
});

/** One error of a letter's chain; scrubbed when it was captured. */
export type LetterError = z.infer<typeof errorSchema>;

/** What one letter is called among others: what its last error said; else its cause. */
export function letterTitle(letter: {
  readonly causeTitle: string;
  readonly errors: unknown;
}): string {
  return letterErrors(letter.errors).at(-1)?.message || letter.causeTitle;
}

/** The stored chain of errors, oldest first; whatever is no error is left out. */
export function letterErrors(stored: unknown): LetterError[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((error) => {
    const parsed = errorSchema.safeParse(error);
    return parsed.success ? [parsed.data] : [];
  });
}
