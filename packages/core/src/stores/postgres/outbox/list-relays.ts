import type { Sql } from "../sql.ts";

const LIST = `
  SELECT project, sink AS name, topic, array_agg(type ORDER BY type) AS types FROM sagascope.subscription
  WHERE kind = 'relay' GROUP BY project, sink, topic ORDER BY project, sink, topic`;

/** A relay as its project declared it last. */
export interface RelayView {
  readonly project: string;
  readonly name: string;
  readonly topic: string;
  /** `*` is every type. */
  readonly types: readonly string[];
}

/** All relays that are declared, whether or not something waits for them. */
export function listRelays(sql: Sql): Promise<readonly RelayView[]> {
  return sql.query<RelayView>("list relays", LIST);
}
