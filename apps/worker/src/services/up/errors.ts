import { SagascopeError } from "@sagascope/core/errors";

/** Something about the machine or the settings keeps the house from coming up; the message says what to change. */
export class CannotStartError extends SagascopeError {
  readonly code = "CANNOT_START";
  readonly fault = "infrastructure";
}

/** A part of the house ended although nobody asked it to. */
export class PartEndedError extends SagascopeError {
  readonly code = "PART_ENDED";
  readonly fault = "infrastructure";
  readonly part: string;

  /** @param deaths - how often it did within a minute */
  constructor(part: string, how: string, deaths: number) {
    super(
      deaths === 1
        ? `${part} ended by itself: ${how}`
        : `${part} ended by itself ${deaths} times within a minute and is given up: ${how}`,
    );
    this.part = part;
  }
}
