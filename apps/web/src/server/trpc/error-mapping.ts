import { SagascopeError } from "@sagascope/core/errors";
import { TRPCError } from "@trpc/server";
import { NotByMachineError } from "../access/errors.ts";
import { isDatabaseUnavailable } from "../database/is-database-unavailable.ts";

type Code = TRPCError["code"];

/** Core's codes that deserve another answer than their fault alone gives. */
const CODE_BY_REASON: Readonly<Record<string, Code>> = {
  DEAD_LETTER_NOT_FOUND: "NOT_FOUND",
  INSTANCE_NOT_FOUND: "NOT_FOUND",
  COMMAND_NOT_FOUND: "NOT_FOUND",
  REPLAY_JOB_NOT_FOUND: "NOT_FOUND",
  SELECTION_NOT_FOUND: "NOT_FOUND",
  STEP_NOT_FOUND: "NOT_FOUND",
  CHART_NOT_FOUND: "NOT_FOUND",
  DOCUMENT_NOT_FOUND: "NOT_FOUND",
  ENVELOPE_NOT_FOUND: "NOT_FOUND",
  SAVED_VIEW_NOT_FOUND: "NOT_FOUND",
  SAVED_VIEW_REFUSED: "CONFLICT",
  REPLAY_REFUSED: "PRECONDITION_FAILED",
  INVITE_REFUSED: "FORBIDDEN",
  SECOND_FACTOR_REQUIRED: "FORBIDDEN",
  NOT_BY_MACHINE: "FORBIDDEN",
  TOO_MANY_REQUESTS: "TOO_MANY_REQUESTS",
  ACCESS_NOT_FOUND: "NOT_FOUND",
};

const CODE_BY_FAULT = {
  caller: "BAD_REQUEST",
  message: "UNPROCESSABLE_CONTENT",
  infrastructure: "SERVICE_UNAVAILABLE",
} as const satisfies Record<SagascopeError["fault"], Code>;

/**
 * Turn whatever a procedure threw into what the browser may see. An error nobody expected keeps its details in
 * `cause`, for the log, and shows none.
 */
export function toTRPCError(error: TRPCError): TRPCError {
  const { cause } = error;
  if (cause === undefined) return error; // thrown as a TRPCError on purpose
  const narrowed = notByMachineOf(cause);
  if (narrowed) return fromSagascopeError(narrowed);
  if (cause instanceof SagascopeError) return fromSagascopeError(cause);
  if (error.code !== "INTERNAL_SERVER_ERROR") return error; // input validation
  if (isDatabaseUnavailable(cause)) {
    return new TRPCError({
      code: "SERVICE_UNAVAILABLE",
      message: "the database cannot be reached",
      cause,
    });
  }
  return new TRPCError({ code: "INTERNAL_SERVER_ERROR", message: "something went wrong", cause });
}

function fromSagascopeError(cause: SagascopeError): TRPCError {
  const code = CODE_BY_REASON[cause.code] ?? CODE_BY_FAULT[cause.fault];
  return new TRPCError({ code, message: cause.message, cause });
}

/** A read that was refused by machine. Prisma makes an error of its own of it, which keeps code and message. */
function notByMachineOf(error: unknown): NotByMachineError | undefined {
  if (error instanceof NotByMachineError) return error;
  if (!(error instanceof Error) || !("code" in error) || error.code !== "NOT_BY_MACHINE")
    return undefined;
  return new NotByMachineError(error.message.split(": ").at(-1) ?? "this");
}

/** Core's stable code behind an error, for the page that shows it. */
export function reasonOf(error: TRPCError): string | undefined {
  return error.cause instanceof SagascopeError ? error.cause.code : undefined;
}
