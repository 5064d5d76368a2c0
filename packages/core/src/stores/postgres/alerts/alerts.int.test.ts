import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AlertChannel, AlertMessage } from "../../../alerts/alert-channel.ts";
import type { AlertRule } from "../../../alerts/alert-rule.ts";
import { RECOVER_AFTER_MS } from "../../../alerts/plan-alerts.ts";
import { lookAtAlerts, type SendAlert } from "../../../alerts/watch-alerts.ts";
import { silentLogger } from "../../../kernel/logger.ts";
import { generateSealKey, parseSealKeys } from "../../../kernel/seal/seal-key-ring.ts";
import { defineProject } from "../../../projects/define-project.ts";
import type { ProjectDefinition } from "../../../projects/project.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { registerProject } from "../projects/register-project.ts";
import { fromPgPool } from "../sql.ts";
import { deleteChannel, deleteRule, saveChannel, saveRule, testChannel } from "./edit-alerts.ts";
import { postgresAlertStore } from "./postgres-alert-store.ts";

const SECRET = "a secret of some length";
const keys = parseSealKeys(`k1:${generateSealKey()}`);
const NOON = new Date("2026-08-21T12:00:00Z");

let database: TestDatabase;
let channelId: string;
let sent: { channel: AlertChannel; message: AlertMessage }[] = [];
let fail: string | undefined;

const send: SendAlert = async (channel, message) => {
  if (fail !== undefined) throw new Error(fail);
  sent.push({ channel, message });
};
const look = (owner = "one", now = NOON) =>
  lookAtAlerts(
    {
      store: postgresAlertStore(fromPgPool(database.pool), keys),
      owner,
      send,
      logger: silentLogger,
    },
    now,
  );
const rows = async <Row>(text: string) => (await database.pool.query(text)).rows as Row[];
const ruleOf = (over: Partial<AlertRule>): AlertRule => ({
  id: "",
  name: "letters",
  signal: "new-letter",
  threshold: 1,
  machineId: undefined,
  channels: [channelId],
  quiet: undefined,
  enabled: true,
  ...over,
});
const addLetter = (id: string, consumer = "mail") =>
  database.pool.query(
    `INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, states, event_type, attempts,
       errors, fingerprint, cause_title, redacted_paths)
     VALUES ($1, 'p', $2, $1, 'envelope', 'max_attempts', 's', '{}', 't', 5, '[]', 'f', 'c', '[]')`,
    [id, consumer],
  );
/** Whatever the store decides by time, as if it had passed. */
const pass = async (ms: number) => {
  await database.pool.query(
    "UPDATE sagascope.alert SET silent_since = silent_since - $1 * interval '1 ms'",
    [ms],
  );
  await database.pool.query(
    "UPDATE sagascope.alert_notice SET due_at = due_at - $1 * interval '1 ms' WHERE ended_at IS NULL",
    [ms],
  );
};
const actor = "mara";

beforeAll(async () => {
  database = await createTestDatabase();
  channelId = await saveChannel(
    fromPgPool(database.pool),
    keys,
    {
      id: undefined,
      name: "on call",
      channel: { kind: "webhook", url: "https://example.com/hook", secret: SECRET },
    },
    actor,
  );
});
afterAll(() => database.drop());

describe("alerts", () => {
  it("are raised once, told, updated in silence, and told again when they are over", async () => {
    const pool = fromPgPool(database.pool);
    const ruleId = await saveRule(pool, ruleOf({}), actor);
    expect(await look()).toMatchObject({ leads: true, changes: 0 });

    await addLetter("l-1");
    await look();
    await addLetter("l-2");
    await look();
    await look();
    expect(sent.map(({ message }) => message)).toMatchObject([
      { kind: "raised", rule: "letters", subject: "mail", summary: "mail: 1 new dead letter" },
    ]);
    expect(sent[0]?.channel).toMatchObject({ secret: SECRET });

    await database.pool.query("UPDATE sagascope.dead_letter SET resolved_at = clock_timestamp()");
    await look();
    await look();
    expect(sent).toHaveLength(1); // silent, but not for long enough
    await pass(RECOVER_AFTER_MS);
    await look();
    await look();
    expect(sent.map(({ message }) => message.kind)).toEqual(["raised", "recovered"]);
    await deleteRule(pool, ruleId, actor);
  });

  it("are held back in quiet hours, and forgone if they are over before the end", async () => {
    sent = [];
    const pool = fromPgPool(database.pool);
    const quiet = { from: "11:00", to: "13:00", zone: "UTC" };
    const ruleId = await saveRule(pool, ruleOf({ quiet }), actor);
    await addLetter("l-3");
    await look();
    expect(sent).toEqual([]);
    await pass(3_600_000);
    await look();
    expect(sent.map(({ message }) => message.kind)).toEqual(["raised"]);

    await addLetter("l-4", "order");
    await look();
    await deleteRule(pool, ruleId, actor);
    await look();
    await pass(3_600_000);
    await look();
    expect(sent.map(({ message }) => `${message.kind} ${message.subject}`)).toEqual([
      "raised mail",
      "recovered mail",
    ]);
    expect(
      await rows("SELECT outcome FROM sagascope.alert_notice WHERE outcome = 'needless'"),
    ).toHaveLength(1);
  });

  it("are told again after a failure, which is shown meanwhile, whoever leads then", async () => {
    sent = [];
    fail = "'example.com' answered 503";
    const pool = fromPgPool(database.pool);
    const noticeId = await testChannel(pool, channelId, actor);
    await look();
    const find = `SELECT outcome, attempts, last_error FROM sagascope.alert_notice WHERE id = ${noticeId}`;
    expect(await rows(find)).toEqual([{ outcome: null, attempts: 1, last_error: fail }]);

    fail = undefined;
    await database.pool.query("UPDATE sagascope.alert_watch SET leased_until = clock_timestamp()");
    await pass(3_600_000);
    expect(await look("another")).toMatchObject({ leads: true, notices: 1 });
    expect(await rows(find)).toMatchObject([{ outcome: "sent", attempts: 2 }]);
    expect(sent.map(({ message }) => message.kind)).toEqual(["test"]);
  });

  it("are evaluated by one process at a time, and raised once if two do all the same", async () => {
    sent = [];
    const pool = fromPgPool(database.pool);
    await database.pool.query("UPDATE sagascope.alert_watch SET leased_until = clock_timestamp()");
    const looks = await Promise.all(["a", "b", "c", "d"].map((owner) => look(owner)));
    expect(looks.filter(({ leads }) => leads)).toHaveLength(1);

    const ruleId = await saveRule(pool, ruleOf({ name: "twice" }), actor);
    await addLetter("l-5", "shop");
    const store = postgresAlertStore(pool, keys);
    const [rule] = (await store.rules()).filter(({ id }) => id === ruleId);
    if (rule === undefined) throw new Error("the rule is not there");
    const raise = { kind: "raise", rule, subject: "shop", value: 1, summary: "shop" } as const;
    const leader = looks.findIndex(({ leads }) => leads);
    const owner = ["a", "b", "c", "d"][leader] ?? "";
    await Promise.all([store.apply(owner, [raise], NOON), store.apply(owner, [raise], NOON)]);
    await store.apply("nobody", [{ ...raise, subject: "other" }], NOON);
    expect(await rows(`SELECT subject FROM sagascope.alert WHERE rule_id = '${ruleId}'`)).toEqual([
      { subject: "shop" },
    ]);
    await deleteRule(pool, ruleId, actor);
  });

  it("watch what nobody could tell from one machine: no worker, waiting, compensations [OPS-02]", async () => {
    const pool = fromPgPool(database.pool);
    await database.pool.query(`
      INSERT INTO sagascope.machine_version (id, project, machine_id, version, structure_hash, content_hash, time_budget_ms,
        chart) OVERRIDING SYSTEM VALUE VALUES (900, 'shop', 'pay', '1', 'h', 'h', 600000,
        '{"id": "pay", "initial": "a", "states": {"a": {"after": {"1000": "b"}}, "b": {"type": "final"}}}');
      INSERT INTO sagascope.machine (machine_id, project, chart_id) VALUES ('pay', 'shop', 900);
      INSERT INTO sagascope.instance (machine_id, subject, project, chart_id, revision, status, phase, states, snapshot,
        correlation_id, started_at, updated_at)
      SELECT 'pay', 's-' || phase || minutes, 'shop', 900, 1, 'active', phase, '{a}', '{}', 'c',
        now() - minutes * interval '1 minute', now() - interval '1 minute'
      FROM (VALUES ('compensating', 60), ('running', 60), ('running', 8)) AS v (phase, minutes);
      INSERT INTO sagascope.delivery (project, shard, sink, kind, subject, topic, event_seq, event_at, due_at)
      VALUES ('shop', 0, 'pay', 'queue', 's', 't', 1, now(), now() - interval '90 seconds');
      INSERT INTO sagascope.work_entry (project, machine_id, completed, compensated) VALUES ('shop', 'pay', 15, 5)`);
    const readings = await postgresAlertStore(pool, keys).readings();

    const readingOf = (signal: string) => readings.find((each) => each.signal === signal)?.value;
    expect(readingOf("no-worker")).toBe(1);
    expect(readingOf("stuck-compensation")).toBe(1);
    expect(readingOf("overdue")).toBe(1);
    expect(readingOf("oldest-waiting")).toBeGreaterThanOrEqual(90);
    expect(readingOf("compensation-ratio")).toBe(0.25);
  });
});

describe("a project without a worker", () => {
  const register = (project: Partial<ProjectDefinition> & { readonly name: string }) =>
    registerProject(
      fromPgPool(database.pool),
      defineProject({ topics: [`${project.name}-events`], machines: [], routes: [], ...project }),
    );
  const missed = async () =>
    (await postgresAlertStore(fromPgPool(database.pool), keys).readings())
      .filter(({ signal }) => signal === "no-worker")
      .map(({ subject }) => subject);

  it("is missed whether it has machines, relays or feeds, until a worker is there", async () => {
    const nothing = async () => undefined;
    await register({
      name: "relays-only",
      relays: [{ name: "kafka", topic: "relays-only-events", publish: nothing }],
    });
    await register({
      name: "feeds-only",
      feeds: [{ name: "search", topic: "feeds-only-events", sink: nothing }],
    });
    expect(await missed()).toEqual(expect.arrayContaining(["relays-only", "feeds-only"]));

    await database.pool.query(`
      INSERT INTO sagascope.worker (id, project, host, pid, version, machines)
      VALUES ('w-relays', 'relays-only', 'h', 1, '1', '[]')`);
    expect(await missed()).not.toContain("relays-only");
  });
});

describe("rules", () => {
  it("are told to whoever looks at them as soon as somebody changes one", async () => {
    const client = await database.pool.connect();
    await client.query("LISTEN sagascope_change");
    const heard = new Promise<string | undefined>((resolve) => {
      client.once("notification", ({ payload }) => resolve(payload));
    });
    const ruleId = await saveRule(fromPgPool(database.pool), ruleOf({ name: "told" }), actor);
    expect(JSON.parse((await heard) ?? "{}")).toEqual({ a: 1 });
    await client.query("UNLISTEN *");
    client.release();
    await deleteRule(fromPgPool(database.pool), ruleId, actor);
  });
});

describe("channels", () => {
  const store = () => postgresAlertStore(fromPgPool(database.pool), keys);

  it("keep their secrets sealed, and out of the audit", async () => {
    const channels = await rows<object>("SELECT *, sealed::text FROM sagascope.alert_channel");
    const audit = await rows<object>("SELECT * FROM sagascope.audit");
    expect(JSON.stringify([channels, audit])).not.toContain(SECRET);
    expect(JSON.stringify(audit)).toContain("alerts.channel");
  });

  it("keep a secret that is left out when they are changed", async () => {
    const pool = fromPgPool(database.pool);
    const channel = { kind: "webhook", url: "https://example.com/other" } as const;
    await saveChannel(pool, keys, { id: channelId, name: "on call", channel }, actor);
    await testChannel(pool, channelId, actor);
    const [notice] = await store().claimNotices(1, 0);
    expect(notice?.channel).toEqual({ ...channel, secret: SECRET });
  });

  it.each([
    [{ kind: "webhook", url: "https://example.com", secret: "short" }, "secret"],
    [{ kind: "webhook", url: "file:///etc/passwd", secret: SECRET }, "url"],
    [{ kind: "slack" }, "url"],
    [{ kind: "email", host: "mail", from: "a@b.c", to: [] }, "to"],
  ] as const)("are refused with the name of what is wrong: %j", async (channel, field) => {
    const draft = { id: undefined, name: "wrong", channel };
    await expect(saveChannel(fromPgPool(database.pool), keys, draft, actor)).rejects.toMatchObject({
      setting: field,
    });
  });

  it("are not kept without a key to seal with", () => {
    const draft = {
      id: undefined,
      name: "n",
      channel: { kind: "slack", url: "https://e.com" },
    } as const;
    expect(() => saveChannel(fromPgPool(database.pool), undefined, draft, actor)).toThrow(
      "seal keys",
    );
  });

  it("say so when their key is not here, and are given up when they were deleted", async () => {
    const pool = fromPgPool(database.pool);
    const other = parseSealKeys(`k2:${generateSealKey()}`);
    await testChannel(pool, channelId, actor);
    const [notice] = await postgresAlertStore(pool, other).claimNotices(1, 0);
    expect(notice).toMatchObject({
      channel: undefined,
      problem: expect.stringContaining("key 'k1'"),
    });

    await deleteChannel(pool, channelId, actor);
    const [orphan] = await store().claimNotices(1, 0);
    expect(orphan).toMatchObject({ channel: undefined, problem: undefined });
  });
});
