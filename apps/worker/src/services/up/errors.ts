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

  constructor(part: string, how: string) {
    super(`${part} ended by itself: ${how}`);
    this.part = part;
  }
}
