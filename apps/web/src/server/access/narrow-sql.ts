import pg from "pg";
import { NotByMachineError } from "./errors.ts";

/** What somebody who may only see some machines may read of each table; `$M` stands for their names. What is not here, is refused. */
const ROWS_BY_TABLE: Readonly<Record<string, string>> = {
  instance: "machine_id = ANY($M)",
  history: "machine_id = ANY($M)",
  effect: "machine_id = ANY($M)",
  timer: "machine_id = ANY($M)",
  machine: "machine_id = ANY($M)",
  machine_version: "machine_id = ANY($M)",
  dead_letter: "machine_id = ANY($M)",
  dead_letter_occurrence: "letter_id IN ($LETTERS)",
  letter_group:
    "fingerprint IN (SELECT fingerprint FROM sagascope.dead_letter WHERE machine_id = ANY($M))",
  letter_note:
    "fingerprint IN (SELECT fingerprint FROM sagascope.dead_letter WHERE machine_id = ANY($M))",
  // Counted by who took it: a machine shares its name with no relay or feed.
  letter_tally: "consumer = ANY($M)",
  letter_tally_change: "consumer = ANY($M)",
  work_count: "machine_id = ANY($M)",
  work_entry: "machine_id = ANY($M)",
  // Sent by one of the machines, or taken by one, whether it worked or not. Senders choose ids: one alone proves nothing.
  event: `machine_id = ANY($M)
    OR EXISTS (SELECT 1 FROM sagascope.history h
               WHERE h.cause_kind = 'event' AND h.cause_id = event.id AND h.subject = event.subject
                 AND h.machine_id = ANY($M))
    OR EXISTS (SELECT 1 FROM sagascope.dead_letter d
               WHERE d.envelope_id = event.id AND d.subject = event.subject AND d.machine_id = ANY($M))`,
  asyncapi_document: "kind = 'machine' AND name = ANY($M)",
  operator_command: "target->>'machineId' = ANY($M) OR target->>'letterId' IN ($LETTERS)",
  audit:
    "target IN (SELECT 'dead letter ' || id FROM sagascope.dead_letter WHERE machine_id = ANY($M))",
  delivery: "sink = ANY($M)",
  subscription: "sink = ANY($M)",
  // Who outside sends what on a topic that one of the machines reads: names senders, and no machine.
  observer: "topic IN (SELECT topic FROM sagascope.subscription WHERE sink = ANY($M))",
  pipe_sample: "kind = 'queue' AND name = ANY($M)",
  redaction_rule: "true", // says what is masked; that of others masks what is shared
  remembered_place: "true", // each person's own, which is what its reads ask for
  saved_view: "NOT shared", // what others shared may name other machines
  worker: "true", // whether somebody works, for the banner; its page is refused
  setting: "key = 'asyncapi.public'",
  // One that retention is taking away has lost its hash, and with it letters that would say whose it is.
  letter_selection:
    "hash <> '' AND NOT EXISTS ($OTHERS WHERE i.selection_no = letter_selection.no AND $OTHER)",
  letter_selection_item: "letter_id IN ($LETTERS)",
  replay_job: "NOT EXISTS ($OTHERS WHERE i.selection_no = replay_job.selection_no AND $OTHER)",
  replay_item: "letter_id IN ($LETTERS)",
};

/** Functions of ours that read no table. */
const PURE_FUNCTIONS: ReadonlySet<string> = new Set(["shard_of", "letter_state", "tally_hour"]);

const LETTERS = "SELECT id FROM sagascope.dead_letter WHERE machine_id = ANY($M)";
const OTHERS = `SELECT 1 FROM sagascope.letter_selection_item i
  LEFT JOIN sagascope.dead_letter d ON d.id = i.letter_id`;
const OTHER = "(d.machine_id IS NULL OR d.machine_id <> ALL($M))";
const QUALIFIED = /"sagascope"\."(\w+)"|\bsagascope\.(\w+)/g;
const TRANSACTION = /^\s*(BEGIN|COMMIT|ROLLBACK|SET TRANSACTION)\b/i;

/**
 * The statement as it may be run for somebody who may only see `machines`: each table of ours stands for its rows of those
 * machines, by a common table expression of its name, which the server folds into the query. No setting of the session
 * and no right of a database role is needed, so it holds behind a pooler and for a superuser too.
 *
 * @throws {NotByMachineError} if it reads another table, calls a function of ours or is no SELECT
 */
export function narrowSql(text: string, machines: readonly string[]): string {
  if (TRANSACTION.test(text)) return text;
  const tables = new Set<string>();
  const unqualified = text.replace(QUALIFIED, (all, quoted?: string, plain?: string) => {
    const table = quoted ?? plain ?? "";
    if (PURE_FUNCTIONS.has(table)) return all;
    if (!Object.hasOwn(ROWS_BY_TABLE, table)) throw new NotByMachineError(table);
    tables.add(table);
    return `"${table}"`;
  });
  const rest = unqualified.trimStart();
  if (!/^(WITH|SELECT)\b/i.test(rest)) throw new NotByMachineError("a change");
  if (tables.size === 0) return rest;
  const names = `ARRAY[${machines.map((name) => pg.escapeLiteral(name)).join(", ")}]::text[]`;
  const expressions = [...tables].map((table) => expressionOf(table, names)).join(", ");
  const own = /^WITH\s+(RECURSIVE\s+)?/i.exec(rest);
  if (own === null) return `WITH ${expressions} ${rest}`;
  return `WITH ${own[1] ?? ""}${expressions}, ${rest.slice(own[0].length)}`;
}

function expressionOf(table: string, names: string): string {
  const rows = (ROWS_BY_TABLE[table] ?? "false")
    .replaceAll("$LETTERS", LETTERS)
    .replaceAll("$OTHERS", OTHERS)
    .replaceAll("$OTHER", OTHER)
    .replaceAll("$M", () => names);
  return `"${table}" AS NOT MATERIALIZED (SELECT * FROM sagascope."${table}" WHERE ${rows})`;
}
