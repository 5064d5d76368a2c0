import type { EditStep, ReplayReport } from "@sagascope/core";
import type {
  AuditFilter,
  AuditView,
  JobChange,
  JobRequest,
  LetterCare,
  LetterFilter,
  LetterGroup,
  LetterPurge,
  LetterSelection,
  LetterSummary,
  LetterView,
  ReplayItemView,
  ReplayJobView,
  UnsealedField,
  UnsealRequest,
} from "@sagascope/core/postgres";

import type { EngineDoor } from "./engine-door.ts";

/** What a list of letters is narrowed to. */
export interface LetterListFilter {
  readonly all: boolean;
  readonly machineId?: string;
  readonly cause?: string;
  readonly archived?: boolean;
  readonly limit: number;
}

/** What is asked of one letter. */
export interface LetterAct {
  readonly kind: "replay" | "resolve";
  readonly letterId: string;
  readonly dryRun: boolean;
  readonly force: boolean;
  readonly edit?: readonly EditStep[];
  readonly reason?: string;
  readonly timeoutMs: number;
}

/**
 * What commands about letters, bulk replays, instances, feeds and the audit need of wherever they work: the database, or a console that is asked
 * with a token. Who acts is known to the door.
 */
export interface OperatorDoor extends EngineDoor {
  listLetters(filter: LetterListFilter): Promise<readonly LetterSummary[]>;
  findLetter(id: string): Promise<LetterView | undefined>;
  /** @throws {CommandFailedError} if no worker answered in time */
  act(act: LetterAct): Promise<ReplayReport>;
  purge(purge: Omit<LetterPurge, "actor">): Promise<{ readonly letters: number }>;
  /** @returns the ids that moved, or in a dry run would */
  archive(request: {
    readonly kind: "archive" | "restore";
    readonly ids: readonly string[];
    readonly dryRun: boolean;
    readonly reason?: string;
  }): Promise<readonly string[]>;
  /** Fields of a sealed original; audited with its fields and reason. */
  unseal(request: Omit<UnsealRequest, "actor">): Promise<readonly UnsealedField[]>;
  listGroups(filter: {
    readonly all: boolean;
    readonly consumer?: string;
    readonly limit: number;
  }): Promise<readonly LetterGroup[]>;
  findCare(fingerprint: string): Promise<LetterCare>;
  assign(fingerprint: string, assignee: string | undefined, reason?: string): Promise<void>;
  note(fingerprint: string, note: string, reason?: string): Promise<void>;
  preview(project: string | undefined, filter: LetterFilter): Promise<LetterSelection>;
  startJob(request: Omit<JobRequest, "actor">): Promise<ReplayJobView>;
  changeJob(id: string, change: JobChange, reason: string | undefined): Promise<ReplayJobView>;
  listJobs(limit: number): Promise<readonly ReplayJobView[]>;
  findJob(id: string): Promise<ReplayJobView | undefined>;
  listItems(jobId: string, all: boolean, limit: number): Promise<readonly ReplayItemView[]>;
  searchAudit(
    filter: AuditFilter,
    page: { readonly beforeSeq?: string; readonly limit: number },
  ): Promise<readonly AuditView[]>;
}
