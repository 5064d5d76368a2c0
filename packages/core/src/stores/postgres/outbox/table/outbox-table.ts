import { InvalidConfigError } from "../../../../kernel/errors.ts";
import { quoteIdentifier, quoteTable } from "./identifiers.ts";

/** What each column is called. */
export interface OutboxColumns {
  /** Goes up with each row that is written; see {@link OutboxTableOptions.idType}. */
  readonly id: string;
  readonly topic: string;
  readonly key: string;
  readonly payload: string;
  readonly headers: string;
  /** `pending`, `delivered` or `dead`. */
  readonly status: string;
  /** Not claimed before: the end of a lease, of a wait, or of a delay. */
  readonly availableAt: string;
  readonly token: string;
  readonly owner: string;
  readonly attempts: string;
  readonly deliveries: string;
  readonly firstFailedAt: string;
  readonly lastError: string;
  readonly createdAt: string;
  readonly settledAt: string;
  /** A message's name on its topic; only tables that timers are set in need it. */
  readonly timerId: string;
}

const DEFAULT_COLUMNS: OutboxColumns = {
  id: "id",
  topic: "topic",
  key: "key",
  payload: "payload",
  headers: "headers",
  status: "status",
  availableAt: "available_at",
  token: "token",
  owner: "owner",
  attempts: "attempts",
  deliveries: "deliveries",
  firstFailedAt: "first_failed_at",
  lastError: "last_error",
  createdAt: "created_at",
  settledAt: "settled_at",
  timerId: "timer_id",
};

/** Types of an id that goes up with each row: a serial number, or a UUID or text of version 7. */
const LOWEST_ID = {
  bigint: "-9223372036854775808",
  integer: "-2147483648",
  uuid: "00000000-0000-0000-0000-000000000000",
  text: "",
} as const;

/** How a column holds a payload, in and out as base64 of its bytes. */
const PAYLOADS = {
  bytea: { read: (column: string) => column, write: (bytes: string) => bytes },
  json: {
    read: (column: string) => `convert_to(${column}::text, 'UTF8')`,
    write: (bytes: string) => `convert_from(${bytes}, 'UTF8')::json`,
  },
  jsonb: {
    read: (column: string) => `convert_to(${column}::text, 'UTF8')`,
    write: (bytes: string) => `convert_from(${bytes}, 'UTF8')::jsonb`,
  },
  text: {
    read: (column: string) => `convert_to(${column}, 'UTF8')`,
    write: (bytes: string) => `convert_from(${bytes}, 'UTF8')`,
  },
} as const;

/** A table of messages of a user's naming. */
export interface OutboxTableOptions {
  /** `name` or `schema.name`. */
  readonly table: string;
  /** Where other names than those of `outboxTableSql` are used. */
  readonly columns?: Partial<OutboxColumns>;
  /** Default `bigint`. */
  readonly idType?: keyof typeof LOWEST_ID;
  /** Default `bytea`. */
  readonly payloadType?: keyof typeof PAYLOADS;
  /** Where dead letters go, with the columns of `outboxTableSql`; default: they stay, with status `dead`. */
  readonly deadLetterTable?: string;
  /** Delivered messages stay, with status `delivered`, until they are purged; default. Or they are deleted. */
  readonly onDelivered?: "keep" | "delete";
  /** Publishing tells this channel; default none. */
  readonly notifyChannel?: string;
}

/** A table of messages whose names are checked, ready to stand in statements. */
export interface OutboxTable {
  /** As it was given. */
  readonly name: string;
  /** Quoted. */
  readonly table: string;
  readonly columns: OutboxColumns;
  readonly idType: keyof typeof LOWEST_ID;
  readonly lowestId: string;
  readonly payload: (typeof PAYLOADS)[keyof typeof PAYLOADS];
  readonly payloadType: keyof typeof PAYLOADS;
  readonly deadLetterTable: string | undefined;
  readonly onDelivered: "keep" | "delete";
  readonly notifyChannel: string | undefined;
}

/**
 * Say which table messages wait in. Nothing is created.
 *
 * @throws {InvalidConfigError} naming a name that cannot be used, or that Postgres would cut off
 */
export function defineOutboxTable(options: OutboxTableOptions): OutboxTable {
  const { idType = "bigint", payloadType = "bytea", onDelivered = "keep", notifyChannel } = options;
  const columns = { ...DEFAULT_COLUMNS, ...withoutUndefined(options.columns ?? {}) };
  const quoted = Object.entries(columns).map(([column, name]) => [
    column,
    quoteIdentifier(`columns.${column}`, name),
  ]);
  if (!Object.hasOwn(LOWEST_ID, idType)) refuse("idType", idType, Object.keys(LOWEST_ID));
  if (!Object.hasOwn(PAYLOADS, payloadType)) {
    refuse("payloadType", payloadType, Object.keys(PAYLOADS));
  }
  if (notifyChannel !== undefined) quoteIdentifier("notifyChannel", notifyChannel);
  return {
    name: options.table,
    table: quoteTable("table", options.table),
    columns: Object.fromEntries(quoted) as unknown as OutboxColumns,
    idType,
    lowestId: LOWEST_ID[idType],
    payload: PAYLOADS[payloadType],
    payloadType,
    deadLetterTable:
      options.deadLetterTable === undefined
        ? undefined
        : quoteTable("deadLetterTable", options.deadLetterTable),
    onDelivered,
    notifyChannel,
  };
}

/** The table that comes with the product's own, in its schema. */
export const DEFAULT_OUTBOX_TABLE: OutboxTable = defineOutboxTable({
  table: "sagascope.outbox_message",
  deadLetterTable: "sagascope.outbox_dead_letter",
  notifyChannel: "sagascope_outbox",
});

function withoutUndefined(columns: Partial<OutboxColumns>): Partial<OutboxColumns> {
  return Object.fromEntries(Object.entries(columns).filter(([, name]) => name !== undefined));
}

function refuse(setting: string, value: string, allowed: readonly string[]): never {
  throw new InvalidConfigError(setting, `must be one of ${allowed.join(", ")}, got '${value}'`);
}
