import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { silentLogger } from "../kernel/logger.ts";
import type { Engine } from "../runtime/engine.ts";
import { createEngineParts } from "../runtime/engine-parts.ts";
import { openEnginePools } from "../stores/postgres/engine-pools.ts";
import { findInstance } from "../stores/postgres/instances/find-instance.ts";
import { listHistory } from "../stores/postgres/instances/list-history.ts";
import {
  awaitCommand,
  type CommandView,
  findCommand,
} from "../stores/postgres/operations/find-command.ts";
import { requestCommand } from "../stores/postgres/operations/request-command.ts";
import { postgresEngineStores } from "../stores/postgres/postgres-engine-stores.ts";
import { registerProject } from "../stores/postgres/projects/register-project.ts";
import { fromPg, fromPgPool } from "../stores/postgres/sql.ts";
import { fakeShop, ORDER_CHART, orderMachine, orderProject } from "../testing/operation-bench.ts";
import { tableChecksums } from "../testing/table-checksums.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-database.ts";
import { eventually, publish, startTestEngine, TEST_SEAL_KEYS } from "../testing/test-engine.ts";
import type { InstanceAction } from "./instance-action.ts";
import type { InstanceReport } from "./instance-report.ts";
import type { OperationDependencies } from "./operation-dependencies.ts";
import { runCommand } from "./run-command.ts";

const shop = fakeShop();
const aborted = new Set<string>();
const project = orderProject(shop);

let database: TestDatabase;
let engine: Engine;

beforeAll(async () => {
  database = await createTestDatabase();
  engine = await startTestEngine(database, project);
});
beforeEach(() => {
  shop.services.chargeCard = () => "tx-1";
});
afterAll(async () => {
  await engine.stop();
  await database.drop();
});

/** A service that answers only when its call is aborted. */
const untilAborted = ({ subject, signal }: { subject: string; signal: AbortSignal }) =>
  new Promise<string>((resolve) => {
    signal.addEventListener("abort", () => {
      aborted.add(subject);
      resolve("too late");
    });
  });

const failing = () => {
  throw new Error("card service down");
};

const instanceIn = (subject: string, states: readonly string[]) =>
  eventually(`order/${subject} in ${states}`, async () => {
    const found = await findInstance(fromPg(database.pool), "order", subject);
    return found?.states.join() === states.join() && found;
  });

const letterOf = (subject: string) =>
  eventually(`a letter of ${subject}`, async () => {
    const { rows } = await database.pool.query(
      "SELECT * FROM sagascope.dead_letter WHERE subject = $1 AND resolved_at IS NULL",
      [subject],
    );
    return rows[0];
  });

const ask = (subject: string, action: InstanceAction, dryRun = false) =>
  requestCommand(fromPgPool(database.pool), {
    project: "shop",
    kind: "instance",
    target: { machineId: "order", subject },
    action,
    dryRun,
    reason: "a test asks",
    actor: "mara",
  });

const operate = async (subject: string, action: InstanceAction, dryRun = false) => {
  const id = await ask(subject, action, dryRun);
  const command = await awaitCommand(fromPg(database.pool), id, { timeoutMs: 15_000 });
  return reportOf(command);
};

const reportOf = (command: CommandView | undefined): InstanceReport => {
  if (command?.result == null) throw new Error(`no result: ${JSON.stringify(command)}`);
  return command.result as InstanceReport;
};

const historyOf = (subject: string) => listHistory(fromPg(database.pool), "order", subject);

describe("an action on an instance over Postgres", () => {
  it.each<[string, InstanceAction]>([
    ["send", { kind: "send", event: "SHIPPED" }],
    ["rewind", { kind: "rewind", revision: 1 }],
    ["cancel", { kind: "cancel" }],
    ["migrate", { kind: "migrate", version: "no such" }],
  ])("touches no table in a dry run, and all it should in a real one: %s", async (name, action) => {
    const subject = `dry-${name}`;
    await publish(database.pool, "commands", "order.PLACE", subject, { total: 5 });
    await instanceIn(subject, ["shipping"]);

    const before = await tableChecksums(database.pool);
    const foretold = await operate(subject, action, true);
    expect(await tableChecksums(database.pool)).toEqual(before);

    const done = await operate(subject, action);

    expect({ ...done, dryRun: true, at: foretold.at }).toEqual(foretold);
    const after = await tableChecksums(database.pool);
    const changed = Object.keys(after).filter((table) => after[table] !== before[table]);
    expect(changed).toEqual(
      expect.arrayContaining(name === "migrate" ? ["audit"] : ["audit", "history", "instance"]),
    );
  });

  it("skips a call that gave up, resolves its letter, and announces what the chart announces", async () => {
    shop.services.chargeCard = failing;
    await publish(database.pool, "commands", "order.PLACE", "s-1", { total: 5 });
    const letter = await letterOf("s-1");
    const before = await tableChecksums(database.pool);
    await operate("s-1", { kind: "skip", output: "tx-by-hand" }, true);
    expect(await tableChecksums(database.pool)).toEqual(before);

    const report = await operate("s-1", { kind: "skip", output: "tx-by-hand" });

    expect(report).toMatchObject({ outcome: "processed", resolves: [letter.id] });
    expect(await instanceIn("s-1", ["shipping"])).toMatchObject({ context: { tx: "tx-by-hand" } });
    const { rows } = await database.pool.query(
      "SELECT resolution FROM sagascope.dead_letter WHERE id = $1",
      [letter.id],
    );
    expect(rows).toEqual([{ resolution: "skipped" }]);
    const { rows: events } = await database.pool.query(
      "SELECT envelope FROM sagascope.event WHERE subject = 's-1' AND type = 'order.paid'",
    );
    expect(events).toMatchObject([{ envelope: { data: { tx: "tx-by-hand" } } }]);
  });

  it("resumes a call under its key, to the end of the story", async () => {
    shop.services.chargeCard = failing;
    await publish(database.pool, "commands", "order.PLACE", "r-1", { total: 5 });
    await letterOf("r-1");
    const before = await tableChecksums(database.pool);
    expect(await operate("r-1", { kind: "resume" }, true)).toMatchObject({ outcome: "retrying" });
    expect(await tableChecksums(database.pool)).toEqual(before);
    shop.services.chargeCard = () => "tx-9";

    expect(await operate("r-1", { kind: "resume" })).toMatchObject({ outcome: "processed" });

    await instanceIn("r-1", ["shipping"]);
    const keys = shop.calls.filter((call) => call.includes("/r-1/"));
    expect(keys).toEqual(Array(2).fill("chargeCard order/r-1/charge/1"));
    const { rows: audit } = await database.pool.query(
      "SELECT action, outcome FROM sagascope.audit WHERE target = 'instance order/r-1' ORDER BY seq",
    );
    expect(audit).toEqual(
      ["requested", "retrying", "processed"].map((outcome) => ({ action: "resume", outcome })),
    );
  });

  it("aborts the running call of an instance that it cancels, and keeps what came of it", async () => {
    shop.services.chargeCard = untilAborted;
    await publish(database.pool, "commands", "order.PLACE", "c-1", { total: 5 });
    await instanceIn("c-1", ["paying"]);

    await operate("c-1", { kind: "cancel" });

    await eventually("the call to be aborted", async () => aborted.has("c-1"));
    const row = await eventually("its late result", async () => {
      const { rows } = await database.pool.query(
        "SELECT status, late FROM sagascope.effect WHERE subject = 'c-1' AND late IS NOT NULL",
      );
      return rows[0];
    });
    expect(row).toMatchObject({ status: "cancelled", late: { output: "too late" } });
    const { rows: timers } = await database.pool.query(
      "SELECT 1 FROM sagascope.timer WHERE subject = 'c-1'",
    );
    expect(timers).toEqual([]);
    expect(await findInstance(fromPg(database.pool), "order", "c-1")).toMatchObject({
      status: "cancelled",
      revision: 2,
    });
  });

  it("puts an instance back, and makes its call anew", async () => {
    await publish(database.pool, "commands", "order.PLACE", "w-1", { total: 5 });
    await instanceIn("w-1", ["shipping"]);
    shop.services.chargeCard = () => "tx-2";
    await operate("w-1", { kind: "rewind", revision: 1 });
    const again = await eventually("the second payment", async () => {
      const found = await findInstance(fromPg(database.pool), "order", "w-1");
      return found?.revision === 4 && found;
    });
    expect(again).toMatchObject({ states: ["shipping"], context: { tx: "tx-2" } });
    expect((await historyOf("w-1")).map(({ event }) => event)).toEqual([
      "PLACE",
      "done.invoke.charge",
      "operator.rewind",
      "done.invoke.charge",
    ]);
  });

  it("moves an instance to a version that was registered since", async () => {
    await publish(database.pool, "commands", "order.PLACE", "m-1", { total: 5 });
    await instanceIn("m-1", ["shipping"]);
    await registerProject(
      fromPgPool(database.pool),
      orderProject(shop, orderMachine(shop, { ...ORDER_CHART, version: "2" })),
    );
    const before = await tableChecksums(database.pool);
    const migrate = { kind: "migrate", version: "2" } as const;
    expect(await operate("m-1", migrate, true)).toMatchObject({
      versions: { from: "1", to: "2" },
    });
    expect(await tableChecksums(database.pool)).toEqual(before);
    await operate("m-1", migrate);
    const { chartId } = await instanceIn("m-1", ["shipping"]);
    const { rows } = await database.pool.query(
      "SELECT version FROM sagascope.machine_version WHERE id = $1",
      [chartId],
    );
    expect(rows).toEqual([{ version: "2" }]);
  });
});

describe("a request about an instance", () => {
  /** What two workers need to carry out requests of a project that no engine runs. */
  async function twoWorkers(): Promise<{
    readonly workers: readonly OperationDependencies[];
    readonly close: () => Promise<void>;
  }> {
    const pools = openEnginePools(database.url, () => undefined);
    const charts = await registerProject(fromPgPool(database.pool), project);
    const workers = ["first", "second"].map((workerId) => {
      const stores = postgresEngineStores({
        pools,
        connectionString: database.url,
        project: project.name,
        workerId,
        leaseMs: 10_000,
        effectLeaseMs: 15_000,
        logger: silentLogger,
      });
      const logger = silentLogger;
      return createEngineParts({ project, charts, stores, keys: TEST_SEAL_KEYS, logger })
        .operations;
    });
    return { workers, close: pools.close };
  }

  /** As if a worker had claimed it: the engine of this file leaves it alone. */
  const claimed = async (id: string) => {
    await database.pool.query(
      "UPDATE sagascope.operator_command SET status = 'running', claimed_by = 'first', claimed_until = NULL WHERE id = $1",
      [id],
    );
    const command = await findCommand(fromPg(database.pool), id);
    if (command === undefined) throw new Error("the command is gone");
    const { rows } = await database.pool.query(
      "SELECT parameters FROM sagascope.operator_command WHERE id = $1",
      [id],
    );
    const { kind, target, dryRun, force, actor } = command;
    return { id, kind, target, dryRun, force, actor, reason: "r", parameters: rows[0].parameters };
  };

  it.each<[string, InstanceAction, number]>([
    ["send", { kind: "send", event: "SHIPPED" }, 3],
    ["rewind", { kind: "rewind", revision: 1 }, 3],
    ["cancel", { kind: "cancel" }, 3],
  ])(
    "moves its instance once, however many workers carry it out at once: %s",
    async (name, action, revision) => {
      const subject = `race-${name}`;
      await publish(database.pool, "commands", "order.PLACE", subject, { total: 5 });
      await instanceIn(subject, ["shipping"]);
      await engine.stop();
      const { workers, close } = await twoWorkers();
      try {
        const command = await claimed(await ask(subject, action));
        const runs = [...workers, ...workers, ...workers];
        await Promise.all(runs.map((worker) => runCommand(worker, command)));
        for (const worker of workers) await runCommand(worker, command);
        const history = await historyOf(subject);
        expect(history.filter(({ causeKind }) => causeKind === "command")).toHaveLength(1);
        expect(history.at(-1)?.revision).toBe(revision);
        expect(await findCommand(fromPg(database.pool), command.id)).toMatchObject({
          status: "done",
          result: { outcome: "processed" },
        });
        const { rows: audit } = await database.pool.query(
          "SELECT outcome FROM sagascope.audit WHERE target = $1 ORDER BY seq",
          [`instance order/${subject}`],
        );
        expect(audit.map(({ outcome }) => outcome)).toEqual(["requested", "processed"]);
      } finally {
        await close();
        engine = await startTestEngine(database, project);
      }
    },
  );

  it("calls a service again once, however many workers carry it out at once", async () => {
    shop.services.chargeCard = failing;
    await publish(database.pool, "commands", "order.PLACE", "race-resume", { total: 5 });
    await letterOf("race-resume");
    await engine.stop();
    const { workers, close } = await twoWorkers();
    try {
      const command = await claimed(await ask("race-resume", { kind: "resume" }));
      const runs = [...workers, ...workers];
      await Promise.all(runs.map((worker) => runCommand(worker, command)));
      for (const worker of workers) await runCommand(worker, command);
      // Open until its call ends, whatever a second execution found.
      expect(await findCommand(fromPg(database.pool), command.id)).toMatchObject({
        status: "running",
        result: { outcome: "retrying" },
      });
    } finally {
      await close();
      shop.services.chargeCard = () => "tx-1";
      engine = await startTestEngine(database, project);
    }
    await instanceIn("race-resume", ["shipping"]);
    expect(shop.calls.filter((call) => call.includes("/race-resume/"))).toHaveLength(2);
  });

  it("asked for twice by mistake does its work once, where it names the revision that was looked at", async () => {
    shop.services.chargeCard = failing;
    await publish(database.pool, "commands", "order.PLACE", "twice", { total: 5 });
    await letterOf("twice");
    const skip = { kind: "skip", ifRevision: 1 } as const;
    const ids = await Promise.all([ask("twice", skip), ask("twice", skip)]);
    const reports = await Promise.all(
      ids.map(async (id) =>
        reportOf(await awaitCommand(fromPg(database.pool), id, { timeoutMs: 15_000 })),
      ),
    );
    expect(reports.map(({ outcome }) => outcome).sort()).toEqual(["processed", "refused"]);
    expect(await historyOf("twice")).toHaveLength(2);
  });

  it("takes its turn among the events of its instance, whichever of two workers has it", async () => {
    const SUBJECTS = 12;
    const ROUNDS = 8;
    const counter = {
      id: "order",
      version: "counter",
      initial: "on",
      context: { total: 0, tx: null },
      states: { on: { on: { PLACE: { target: "on", actions: ["keepTotal"] } } } },
    };
    const counting = orderProject(shop, orderMachine(shop, counter));
    await engine.stop();
    const gone: string[] = [];
    const onResult = (result: { readonly kind: string }) => {
      if (result.kind === "gone") gone.push(result.kind);
    };
    const engines = [
      await startTestEngine(database, counting, { onResult }),
      await startTestEngine(database, counting, { onResult }),
    ];
    try {
      const subjects = Array.from({ length: SUBJECTS }, (_subject, n) => `lane-${n}`);
      for (const subject of subjects) {
        await publish(database.pool, "commands", "order.PLACE", subject);
        await instanceIn(subject, ["on"]);
      }
      const commands: string[] = [];
      await Promise.all(
        subjects.map(async (subject) => {
          for (let round = 0; round < ROUNDS; round += 1) {
            await publish(database.pool, "commands", "order.PLACE", subject, { total: round });
            commands.push(await ask(subject, { kind: "send", event: "PLACE" }));
          }
        }),
      );
      for (const id of commands) {
        const command = await awaitCommand(fromPg(database.pool), id, { timeoutMs: 15_000 });
        expect(command).toMatchObject({ status: "done", result: { outcome: "processed" } });
      }
      for (const subject of subjects) {
        const history = await eventually(`all steps of ${subject}`, async () => {
          const steps = await historyOf(subject);
          return steps.length === 1 + 2 * ROUNDS && steps;
        });
        expect(history.map(({ revision }) => revision)).toEqual(history.map((_step, at) => at + 1));
        const ofCommands = history.filter(({ causeKind }) => causeKind === "command");
        expect(ofCommands).toHaveLength(ROUNDS);
      }
      expect(gone).toEqual([]);
    } finally {
      await Promise.all(engines.map((one) => one.stop()));
      engine = await startTestEngine(database, project);
    }
  });
});
