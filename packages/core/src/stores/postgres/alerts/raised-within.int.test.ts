import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AlertSignal } from "../../../alerts/alert-rule.ts";
import { EVALUATE_MS } from "../../../alerts/raised-within.ts";
import { createAlertSender } from "../../../alerts/sending/create-sender.ts";
import { type AlertWatchOptions, lookAtAlerts } from "../../../alerts/watch-alerts.ts";
import { silentLogger } from "../../../kernel/logger.ts";
import { generateSealKey, parseSealKeys } from "../../../kernel/seal/seal-key-ring.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { fromPgPool } from "../sql.ts";
import { saveChannel, saveRule } from "./edit-alerts.ts";
import { postgresAlertStore } from "./postgres-alert-store.ts";

/** What is promised. */
const PROMISED_MS = 30_000;
const TICK_MS = 1_000;

/**
 * Everything that is decided by time, as it would be that much later: time passes for the store by making all it holds older, so that no
 * result rests on how fast this machine is. What really passes meanwhile only makes it later for both watchers.
 */
const PASS = [
  "UPDATE sagascope.alert_watch SET leased_until = leased_until - $1 * interval '1 ms'",
  "UPDATE sagascope.alert_notice SET due_at = due_at - $1 * interval '1 ms' WHERE ended_at IS NULL",
  "UPDATE sagascope.dead_letter SET last_seen_at = last_seen_at - $1 * interval '1 ms'",
  "UPDATE sagascope.timer SET due_at = due_at - $1 * interval '1 ms'",
  "UPDATE sagascope.worker SET heartbeat_at = heartbeat_at - $1 * interval '1 ms'",
  "UPDATE sagascope.instance SET updated_at = updated_at - $1 * interval '1 ms'",
];

/** What makes each signal so, from this moment on. */
const CONDITIONS = {
  "new-letter": `
    INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, states, event_type, attempts,
      errors, fingerprint, cause_title, redacted_paths)
    VALUES ('l', 'shop', 'pay', 'l', 'envelope', 'max_attempts', 's', '{}', 't', 5, '[]', 'f', 'c', '[]')`,
  overdue: `
    INSERT INTO sagascope.timer (machine_id, subject, ref, project, shard, revision, event, label, state, cause_event_id, cause_depth, due_at)
    VALUES ('pay', 's', 'r', 'shop', 0, 1, 'e', 'l', 'a', 'c', 1, clock_timestamp())`,
  "no-worker": "UPDATE sagascope.worker SET heartbeat_at = clock_timestamp()",
  "stuck-compensation": `
    INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot, correlation_id)
    VALUES ('pay', 's', 'shop', 900, 1, 'active', 'compensating', '{a}', '{}', 'c')`,
} as const satisfies Partial<Record<AlertSignal, string>>;

const keys = parseSealKeys(`k1:${generateSealKey()}`);
let database: TestDatabase;
let server: Server;
let channelId: string;
let delivered: { readonly kind: string; readonly signal?: string; readonly rule: string }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      delivered.push(JSON.parse(body));
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  channelId = await saveChannel(
    fromPgPool(database.pool),
    keys,
    {
      ...{ id: undefined, name: "on call" },
      channel: {
        ...{ kind: "webhook", url: `http://127.0.0.1:${port}/hook` },
        secret: "a secret of some length",
      },
    },
    "mara",
  );
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  await database.drop();
});

beforeEach(async () => {
  delivered = [];
  await database.pool.query(`
    DELETE FROM sagascope.alert_notice; DELETE FROM sagascope.alert; DELETE FROM sagascope.alert_rule;
    DELETE FROM sagascope.dead_letter; DELETE FROM sagascope.timer; DELETE FROM sagascope.instance; DELETE FROM sagascope.worker;
    DELETE FROM sagascope.machine; DELETE FROM sagascope.machine_version;
    UPDATE sagascope.alert_watch SET owner = NULL, leased_until = NULL;
    INSERT INTO sagascope.machine_version (id, project, machine_id, version, structure_hash, content_hash, chart)
    OVERRIDING SYSTEM VALUE VALUES (900, 'shop', 'pay', '1', 'h', 'h', '{"id": "pay", "states": {"a": {}}}');
    INSERT INTO sagascope.machine (machine_id, project, chart_id) VALUES ('pay', 'shop', 900);
    INSERT INTO sagascope.worker (id, project, host, pid, version, machines) VALUES ('w', 'shop', 'h', 1, '1', '[]')`);
});

/** A process that looks every so often, until it is killed: it hands nothing on. */
function watcher(owner: string, firstAtMs: number) {
  const options: AlertWatchOptions = {
    ...{ owner, logger: silentLogger, send: createAlertSender(["127.0.0.1"]) },
    store: postgresAlertStore(fromPgPool(database.pool), keys),
  };
  let nextAtMs = firstAtMs;
  return {
    look: () => lookAtAlerts(options),
    lookIfDue: async (nowMs: number) => {
      if (nowMs < nextAtMs) return;
      nextAtMs = nowMs + EVALUATE_MS;
      await lookAtAlerts(options);
    },
  };
}

async function pass(ms: number): Promise<void> {
  for (const statement of PASS) await database.pool.query(statement, [ms]);
}

describe("an alert on Postgres, told to a webhook", () => {
  const signals = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];
  const cases = signals.flatMap((signal) =>
    [TICK_MS, EVALUATE_MS].map((restMs) => ({ signal, restMs })),
  );

  it.each(cases)(
    "of $signal is delivered once, within the half minute that is promised, if its leader is killed as it comes to be so [OPS-01]",
    async ({ signal, restMs }) => {
      const rule = { id: "", name: signal, signal, threshold: 1, machineId: undefined };
      await saveRule(
        fromPgPool(database.pool),
        { ...rule, channels: [channelId], quiet: undefined, enabled: true },
        "mara",
      );
      const leader = watcher("leader", 0);
      const other = watcher("other", restMs);
      expect(await leader.look()).toMatchObject({ leads: true, changes: 0 });
      expect(await other.look()).toMatchObject({ leads: false });

      await database.pool.query(CONDITIONS[signal]); // the leader, which has just renewed its lease, looks no more

      let nowMs = 0;
      while (delivered.length === 0 && nowMs < 2 * PROMISED_MS) {
        nowMs += TICK_MS;
        await pass(TICK_MS);
        await other.lookIfDue(nowMs);
      }
      expect(delivered).toMatchObject([{ kind: "raised", rule: signal }]);
      expect(nowMs).toBeLessThan(PROMISED_MS);
      await pass(EVALUATE_MS);
      await other.look();
      expect(delivered).toHaveLength(1);
    },
  );
});
