import type { Fault } from "../kernel/errors.ts";
import { SagascopeError } from "../kernel/errors.ts";

const QUOTED_NAME_MAX = 64;

/** An envelope broke the CloudEvents 1.0 shape or a limit of ours. The message never quotes a value. */
export class EnvelopeCorruptError extends SagascopeError {
  readonly code: string = "ENVELOPE_CORRUPT";
  readonly fault: Fault = "message";
  /** The attribute that failed, for example `subject`; absent when the envelope as a whole did. */
  readonly attribute: string | undefined;

  constructor(attribute: string | undefined, problem: string, options?: ErrorOptions) {
    super(
      attribute === undefined
        ? `envelope ${problem}`
        : `envelope attribute ${quoteName(attribute)} ${problem}`,
      options,
    );
    this.attribute = attribute;
  }
}

/** An envelope is larger than allowed. On decode this is known before anything is parsed. */
export class EnvelopeTooLargeError extends EnvelopeCorruptError {
  override readonly code = "ENVELOPE_TOO_LARGE";
  readonly bytes: number;
  readonly maxBytes: number;

  constructor(bytes: number, maxBytes: number) {
    super(undefined, `is ${bytes} bytes, the limit is ${maxBytes}`);
    this.bytes = bytes;
    this.maxBytes = maxBytes;
  }
}

/** Names come from the wire too: shortened, and with control characters made visible. */
function quoteName(name: string): string {
  const short = name.length > QUOTED_NAME_MAX ? `${name.slice(0, QUOTED_NAME_MAX)}…` : name;
  return `'${JSON.stringify(short).slice(1, -1)}'`;
}
