import type { Settlement } from "../../../engine/step-commit.ts";
import type { JsonObject } from "../../../kernel/json.ts";
import type { MemoryDatabase } from "../memory-database.ts";
import type { CommandRow } from "../rows.ts";

type Of<Kind> = Extract<Settlement, { readonly kind: Kind }>;

/** A replay happens once: only a running command can be finished. What an edit put in may be secret, and is not kept. */
export function finishCommand(db: MemoryDatabase, finished: Of<"command-finished">): boolean {
  const result = jsonCopy(finished.result);
  const { edit: _notKept, ...parameters } = db.commands.get(finished.commandId)?.parameters ?? {};
  return update(db, finished.commandId, { status: finished.status, result, parameters });
}

/** A replayed call is on its way: the command stays open, shows what is known, and needs no lease, since the call has one. */
export function noteCommandProgress(db: MemoryDatabase, again: Of<"effect-again">): boolean {
  return update(db, again.commandId, { result: jsonCopy(again.progress) });
}

/** The call that a command started again has ended. */
export function concludeCommand(
  db: MemoryDatabase,
  concluded: Omit<Of<"command-concluded">, "kind">,
): void {
  const before = db.commands.get(concluded.commandId)?.result ?? {};
  const result = { ...before, outcome: concluded.outcome };
  update(db, concluded.commandId, { status: "done", result });
}

function update(db: MemoryDatabase, id: string, changes: Partial<CommandRow>): boolean {
  const row = db.commands.get(id);
  if (row?.status !== "running") return false;
  db.commands.put(id, { ...row, ...changes, claimedUntilMs: undefined });
  return true;
}

function jsonCopy(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
