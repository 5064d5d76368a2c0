import type { JsonValue } from "../kernel/json.ts";
import type { CauseFacts } from "../projects/cause-rule.ts";
import type { Cause } from "./cause.ts";
import type { ErrorRecord } from "./letter.ts";

/** What may be shown of a value, and where it was masked. */
export interface Redacted {
  readonly value: JsonValue;
  /** JSON Pointers of what was masked. */
  readonly paths: readonly string[];
}

/** How letters are made safe to show and safe to replay. */
export interface LetterCapture {
  /** Mask secrets and personal data by the rules of a machine. Never throws: what cannot be walked becomes a marker. */
  redact(value: JsonValue, machineId: string | undefined): Redacted;
  /**
   * Mask secrets in an error's text: what is secret by its form, and every value that stands under a secret name in what is
   * known of the work.
   */
  scrub(text: string, machineId?: string, known?: unknown): string;
  /** The group a letter belongs to. */
  cause(facts: CauseFacts): Cause;
  /** Undefined when there is no key: such a letter cannot be replayed with what was masked. */
  seal(original: Uint8Array, letterId: string): { sealed: Uint8Array; keyId: string } | undefined;
}

const MESSAGE_CHARACTERS_MAX = 1000;
const NAME_CHARACTERS_MAX = 200;
const STACK_FRAMES_MAX = 6;

/** An error as a letter and a timeline keep it: scrubbed, bounded, with the first frames of the user's own code. */
export function toErrorRecord(
  error: unknown,
  context: {
    readonly attempt: number;
    readonly at: Date;
    readonly source?: string;
    readonly scrub: (text: string) => string;
  },
): ErrorRecord {
  const cause = rootOf(error);
  const message = context.scrub(cause.message).slice(0, MESSAGE_CHARACTERS_MAX);
  const frames = userFramesOf(cause.stack);
  // A message of many lines reaches into the stack, and may look like a frame.
  const stack = frames === undefined ? undefined : context.scrub(frames);
  return {
    name: context.scrub(cause.name).slice(0, NAME_CHARACTERS_MAX),
    message,
    at: context.at.toISOString(),
    attempt: context.attempt,
    ...(context.source === undefined ? {} : { source: context.source }),
    ...(stack === undefined ? {} : { stack }),
  };
}

interface ErrorFacts {
  readonly name: string;
  readonly message: string;
  readonly stack?: string;
}

/** Our own wrapper says that a step failed; the error inside says why. */
function rootOf(error: unknown): ErrorFacts {
  if (!(error instanceof Error)) return { name: "Error", message: String(error) };
  const wrapped = (error as { code?: unknown }).code === "STEP_FAILED" && error.cause !== undefined;
  return wrapped ? rootOf(error.cause) : error;
}

function userFramesOf(stack: string | undefined): string | undefined {
  const frames = (stack ?? "")
    .split("\n")
    .filter((line) => /^\s+at /.test(line) && !isForeignFrame(line))
    .slice(0, STACK_FRAMES_MAX)
    .map((line) => line.trim());
  return frames.length === 0 ? undefined : frames.join("\n");
}

/** Where this package's own code stands: its frames say nothing about the user's. */
const OWN_CODE = new URL("../", import.meta.url).pathname;

function isForeignFrame(line: string): boolean {
  const own = line.includes(OWN_CODE) && !line.includes(".test.");
  return own || /node:|node_modules/.test(line);
}
