import { SagascopeError } from "@sagascope/core/errors";

/**
 * The database's record of migrations and the folder of migrations do not fit together, or a migration could not be
 * applied. `migration` names the one that is in the way; nothing of it, or of any later one, was applied.
 */
export class MigrationError extends SagascopeError {
  readonly code = "MIGRATION_FAILED";
  readonly fault = "infrastructure";
  readonly migration: string;

  constructor(migration: string, problem: string, options?: ErrorOptions) {
    super(`migration '${migration}' ${problem}`, options);
    this.migration = migration;
  }
}
