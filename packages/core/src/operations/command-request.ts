import type { AuditEntry } from "../engine/step-commit.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { redactErrorText } from "../kernel/redaction/redactor.ts";
import { OperationRefusedError, ReplayRefusedError } from "./errors.ts";
import {
  type InstanceAction,
  parametersOf,
  parseInstanceAction,
  readName,
} from "./instance-action.ts";

import { type EditStep, parseLetterEdit } from "./letter-edit.ts";

const REASON_CHARACTERS_MAX = 1_000;

interface Request {
  readonly project: string;
  /** True unless asked otherwise, everywhere an operator can ask. */
  readonly dryRun: boolean;
  /** Required for a real one; kept in the audit. */
  readonly reason?: string;
  readonly actor: string;
}

/** What an operator asks for about a dead letter. */
export interface LetterRequest extends Request {
  readonly kind: "replay" | "resolve";
  readonly target: { readonly letterId: string };
  /** Go on although structure or version changed, or only the redacted form is left. */
  readonly force?: boolean;
  /** Replay other data than was sent: a new envelope, caused by the old one. */
  readonly edit?: readonly EditStep[];
}

/** What an operator asks for about an instance. */
export interface InstanceRequest extends Request {
  readonly kind: "instance";
  readonly target: { readonly machineId: string; readonly subject: string };
  readonly action: InstanceAction;
}

/** What an operator asks for. */
export type CommandRequest = LetterRequest | InstanceRequest;

/** A request as its row keeps it. */
export interface CheckedRequest {
  readonly project: string;
  readonly kind: string;
  readonly target: LetterRequest["target"] | InstanceRequest["target"];
  readonly parameters: JsonObject;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly reason: string | undefined;
  readonly actor: string;
}

/**
 * A request with everything checked that can be without a worker.
 *
 * @throws {ReplayRefusedError} if a real request about a letter gives no reason, or one that is too long
 * @throws {OperationRefusedError} the same of an instance, or if the action is malformed
 */
export function checkedRequest(request: CommandRequest): CheckedRequest {
  const { project, dryRun, actor } = request;
  const reason = checkedReason(request);
  if (request.kind !== "instance") {
    const { kind, target, force = false, edit } = request;
    if (edit !== undefined && kind !== "replay") throw refused(request, "there is nothing to edit");
    const parameters: JsonObject =
      edit === undefined ? {} : { edit: jsonOf(parseLetterEdit(edit)) };
    return { project, kind, target, parameters, dryRun, force, reason, actor };
  }
  const { target, action } = request;
  const { kind } = action;
  const parameters = parametersOf(parseInstanceAction(kind, parametersOf(action)));
  readName(kind, "machineId", target.machineId);
  readName(kind, "subject", target.subject);
  return { project, kind, target, parameters, dryRun, force: false, reason, actor };
}

function jsonOf(steps: readonly EditStep[]): JsonValue {
  return steps.map((step) => ({ ...step }));
}

function checkedReason(request: CommandRequest): string | undefined {
  // A person may type a secret without thinking: it is masked before it is kept anywhere.
  const reason = redactErrorText(request.reason?.trim() ?? "");
  if (!request.dryRun && reason === "") throw refused(request, "a reason is required");
  if (reason.length > REASON_CHARACTERS_MAX) {
    const problem = `the reason must be at most ${REASON_CHARACTERS_MAX} characters, got ${reason.length}`;
    throw refused(request, problem);
  }
  return reason === "" ? undefined : reason;
}

function refused(request: CommandRequest, problem: string): Error {
  return request.kind === "instance"
    ? new OperationRefusedError(`${request.action.kind}: ${problem}`)
    : new ReplayRefusedError(`${request.kind}: ${problem}`);
}

/** What the audit keeps of a real request; a dry run leaves no trace. */
export function requestedAudit(commandId: string, request: CheckedRequest): readonly AuditEntry[] {
  if (request.dryRun) return [];
  const { kind, target, reason, actor, force } = request;
  const isLetter = "letterId" in target;
  return [
    {
      actor,
      action: kind,
      target: isLetter ? `dead letter ${target.letterId}` : instanceTarget(target),
      ...(reason === undefined ? {} : { reason }),
      outcome: "requested",
      detail: isLetter ? { commandId, force } : { commandId, ...target },
    },
  ];
}

/** How the audit names an instance. */
export function instanceTarget(key: {
  readonly machineId: string;
  readonly subject: string;
}): string {
  return `instance ${key.machineId}/${key.subject}`;
}
