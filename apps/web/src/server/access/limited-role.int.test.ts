import { makePrisma } from "@sagascope/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveInstances } from "../export/serve-instances.ts";
import { NO_CHANGE } from "../live/change.ts";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import {
  seedChart,
  seedEffect,
  seedEvent,
  seedHistory,
  seedInstance,
  seedLetter,
  seedTimer,
} from "../testing/seed-rows.ts";
import { createCallerFactory } from "../trpc/init.ts";
import { appRouter } from "../trpc/router.ts";
import { actorAs, contextAs } from "../trpc/testing/caller-as.ts";
import type { Actor } from "./actor.ts";
import { ACTIONS_BY_MACHINE, isWithinMachines, OWN_ACTIONS } from "./machines-of-action.ts";
import { narrowDoors } from "./narrow-doors.ts";

const MARK = "hush"; // in everything that belongs to the other machine
const chart = (id: string) => ({
  id,
  initial: "idle",
  states: { idle: { on: { GO: "end" } }, end: {} },
});

let database: WebTestDatabase;
let charts: Record<string, number>;

beforeAll(async () => {
  database = await openTestDatabase();
  const { prisma } = database;
  charts = {};
  for (const [machineId, mark] of [
    ["parcel", "open"],
    [`payroll-${MARK}`, MARK],
  ] as const) {
    const chartId = await seedChart(prisma, { machineId, chart: chart(machineId) });
    charts[mark] = chartId;
    const subject = `${mark}-1`;
    await seedInstance(prisma, { machineId, subject, chartId, correlationId: `c-${mark}` });
    await seedHistory(prisma, { machineId, subject, chartId, revision: 1 });
    await seedTimer(prisma, { machineId, subject, label: mark, state: "idle", dueAt: new Date() });
    await seedEffect(prisma, { machineId, subject, src: mark, dueAt: new Date() });
    await seedLetter(prisma, {
      id: `letter-${mark}`,
      consumer: machineId,
      machineId,
      subject,
      eventType: `${mark}.type`,
      fingerprint: `cause-${mark}`,
      envelope: { id: `event-${mark}` },
    });
    await seedEvent(prisma, { id: `event-${mark}`, type: `${mark}.type`, subject, machineId });
  }
});
afterAll(() => database.drop());

const CLERK: Actor = {
  ...actorAs("responder"),
  role: "parcel-clerk",
  machines: ["parcel"],
};

type Call = (input: unknown) => Promise<unknown>;

function call(actor: Actor, path: string, input: unknown): Promise<unknown> {
  const context = { ...contextAs(undefined, database), actor };
  const caller = createCallerFactory(appRouter)(context) as unknown as Record<
    string,
    Record<string, Call>
  >;
  const [area = "", name = ""] = path.split(".");
  const procedure = caller[area]?.[name];
  if (procedure === undefined) throw new Error(`there is no procedure ${path}`);
  return procedure(input);
}

async function outcomeOf(actor: Actor, path: string, input: unknown): Promise<string> {
  try {
    return JSON.stringify((await call(actor, path, input)) ?? null, (_key, value) =>
      typeof value === "bigint" ? `${value}` : value,
    );
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
}

const procedures = Object.entries(
  appRouter._def.procedures as unknown as Record<
    string,
    { _def: { type: string; meta?: { access?: string } } }
  >,
);
const queries = procedures
  .filter(([, { _def }]) => _def.type === "query" && _def.meta?.access !== "anyone")
  .map(([path]) => path);

/** One input that every query of the console understands in its own way: all about the other machine. */
const asked = (mark: string) => ({
  id: `letter-${mark}`,
  machineId: mark === MARK ? `payroll-${MARK}` : "parcel",
  subject: `${mark}-1`,
  revision: 1,
  chartId: charts[mark],
  cause: `cause-${mark}`,
  kind: "machine",
  name: mark === MARK ? `payroll-${MARK}` : "parcel",
  correlationId: `c-${mark}`,
  after: "0",
  text: `${mark}-1`,
  range: "24h",
  filter: {},
});

describe("somebody who may only see one machine", () => {
  it.each(queries)("is told nothing of another one by %s", async (path) => {
    for (const input of [asked(MARK), { ...asked(MARK), id: `event-${MARK}` }]) {
      const answer = await outcomeOf(CLERK, path, input);
      const echo = Object.values(input).filter((value) => typeof value === "string");
      const rest = echo.reduce((text, value) => text.replaceAll(String(value), ""), answer);
      expect(rest).not.toContain(MARK);
      if (!/^[A-Z_]+: /.test(answer))
        expect(answer.replaceAll(`payroll-${MARK}`, "")).not.toContain(`"${MARK}`);
    }
  });

  it.each([
    ["instances.list", "open-1"],
    ["instances.get", "open-1"],
    ["instances.history", "idle"],
    ["instances.chart", "parcel"],
    ["instances.machines", "parcel"],
    ["deadLetters.list", "letter-open"],
    ["deadLetters.get", "open-1"],
    ["deadLetters.causes", "cause-open"],
    ["search.all", "open-1"],
    ["envelopes.list", "event-open"],
    ["envelopes.get", '"subject":"open-1"'],
    ["conversations.get", "open-1"],
    ["conversations.skeleton", "event-open"],
    ["overview.get", '"machineId":"parcel"'],
    ["shell.counts", '"lettersOpen":1'],
  ])("sees their own machine in %s", async (path, part) => {
    const others: Record<string, object> = {
      "envelopes.get": { id: "event-open" },
      "conversations.skeleton": { correlationId: "c-open-1" },
    };
    const input = { ...asked("open"), ...others[path] };
    expect(await outcomeOf(CLERK, path, input)).toContain(part);
  });

  it("sees both machines without the limit", async () => {
    const { machines: _none, ...everywhere } = CLERK;
    for (const path of ["instances.list", "deadLetters.list", "instances.machines"]) {
      expect(await outcomeOf(everywhere, path, asked("open"))).toContain(MARK);
    }
    expect(await outcomeOf(everywhere, "search.all", asked(MARK))).toContain(`payroll-${MARK}`);
  });

  it("is shown no envelope of another machine that has the id of one of theirs", async () => {
    const { prisma } = database;
    await seedEvent(prisma, { id: "event-twice", type: "open.type", subject: "open-1" });
    await seedEvent(prisma, { id: "event-twice", type: `${MARK}.type`, subject: `${MARK}-1` });
    await seedHistory(prisma, {
      machineId: "parcel",
      subject: "open-1",
      chartId: charts.open ?? 0,
      revision: 2,
      causeKind: "event",
      causeId: "event-twice",
    });
    const list = (subject: string) => outcomeOf(CLERK, "envelopes.list", { subject });
    expect(await list("open-1")).toContain("event-twice");
    expect(await list(`${MARK}-1`)).toBe('{"rows":[],"more":false}');
  });

  it("gets the same refusal for an instance of another machine as for one that does not exist", async () => {
    const there = await outcomeOf(CLERK, "instances.get", asked(MARK));
    const nowhere = await outcomeOf(CLERK, "instances.get", { ...asked(MARK), subject: "nobody" });
    expect(there.replaceAll(`${MARK}-1`, "X")).toBe(nowhere.replaceAll("nobody", "X"));
  });

  it("is refused what cannot be told apart by machine, and told why", async () => {
    for (const path of ["audit.list", "choreography.get", "pipes.get", "alerts.list"]) {
      expect(
        await outcomeOf(
          { ...CLERK, permissions: actorAs("admin").permissions },
          path,
          asked("open"),
        ),
      ).toMatch(/^FORBIDDEN: your role is limited to some machines/);
    }
  });

  const mutations = procedures
    .filter(
      ([, { _def }]) =>
        _def.type === "mutation" && !["anyone", "self"].includes(_def.meta?.access ?? ""),
    )
    .map(([path]) => path)
    .filter((path) => !OWN_ACTIONS.has(path));
  it.each(mutations)("cannot do %s to another machine", async (path) => {
    const everything = { ...CLERK, permissions: actorAs("admin").permissions };
    const inputs = [
      asked(MARK),
      { ...asked(MARK), ids: [`letter-${MARK}`, "letter-open"], machine: `payroll-${MARK}` },
    ];
    for (const input of inputs) {
      expect(await outcomeOf(everything, path, input)).toBe(
        "FORBIDDEN: the role 'parcel-clerk' may do this to parcel only",
      );
    }
  });

  it.each(["dryRun", "replay", "resolve", "unseal", "editAndReplay"])(
    "cannot pass another machine's letter off as their own in deadLetters.%s",
    async (name) => {
      const everything = { ...CLERK, permissions: actorAs("admin").permissions };
      const order = { id: `letter-${MARK}`, ids: ["letter-open"], selectionId: "x", reason: "r" };
      const path = `deadLetters.${name}`;
      expect(await outcomeOf(everything, path, { ...order, edit: [{}] })).toMatch(/^FORBIDDEN: /);
    },
  );

  it("cannot archive a selection with a letter of another machine behind a list of their own", async () => {
    const { machines: _none, ...boss } = CLERK;
    const { id: selectionId, hash } = (await call(boss, "replayJobs.preview", {})) as {
      id: string;
      hash: string;
    };
    const lists = [["letter-open", 5], ["letter-open", ""], new Array(1_001).fill("letter-open")];
    for (const ids of lists) {
      const bait = { ids, selectionId, hash, dryRun: true }; // the procedure takes no such list, and so the selection
      expect(await outcomeOf(CLERK, "deadLetters.archive", bait)).toMatch(/^FORBIDDEN: /);
    }
    const plain = { selectionId, hash, dryRun: true };
    expect(await outcomeOf(CLERK, "deadLetters.archive", plain)).toMatch(/^FORBIDDEN: /);
  });

  it("is judged without reading every letter of a cause", async () => {
    const { prisma, pool } = database;
    const like = { consumer: "parcel", eventType: "open.type", fingerprint: "cause-large" };
    for (let n = 0; n < 5; n += 1) {
      await seedLetter(prisma, { ...like, id: `large-${n}`, subject: `large-${n}` });
    }
    const rows: number[] = [];
    const counted = new Proxy(pool, {
      get(target, key) {
        if (key !== "query") return Reflect.get(target, key);
        return async (...args: Parameters<typeof target.query>) => {
          const result = (await target.query(...args)) as unknown as { rows: unknown[] };
          rows.push(result.rows.length);
          return result;
        };
      },
    });
    const doors = { pool: counted, prisma: makePrisma(counted) };
    const input = { cause: "cause-large", note: "n" };
    expect(await isWithinMachines(doors, "deadLetters.note", input, ["parcel"])).toBe(true);
    expect(rows).toEqual([1]);
    await prisma.deadLetter.deleteMany({ where: { fingerprint: "cause-large" } });
  });

  it("may do to their own machine what is told apart by machine", async () => {
    const ids = { ids: ["letter-open"], machine: "parcel" };
    for (const path of ACTIONS_BY_MACHINE) {
      if (path.startsWith("replayJobs.") && path !== "replayJobs.preview") continue; // below
      const input = { ...asked("open"), ...ids };
      expect(await isWithinMachines(database, path, input, ["parcel"]), path).toBe(true);
    }
  });

  it("may replay a selection of their own letters, and see what comes of it", async () => {
    const preview = (await call(CLERK, "replayJobs.preview", { machine: "parcel" })) as {
      id: string;
      hash: string;
    };
    const order = { selectionId: preview.id, hash: preview.hash };
    const job = (await call(CLERK, "replayJobs.rehearse", order)) as { id: string };
    expect(await outcomeOf(CLERK, "replayJobs.get", { id: job.id })).toContain(job.id);
    expect(await outcomeOf(CLERK, "replayJobs.items", { id: job.id, which: "all" })).toContain(
      "letter-open",
    );
    await call(CLERK, "replayJobs.change", { id: job.id, change: "cancel", reason: "enough" });
  });

  it("may not replay a selection with a letter of another machine, nor see its job", async () => {
    const { machines: _none, ...boss } = CLERK;
    const preview = (await call(boss, "replayJobs.preview", {})) as { id: string; hash: string };
    const order = { selectionId: preview.id, hash: preview.hash };
    expect(await outcomeOf(CLERK, "replayJobs.rehearse", order)).toMatch(/^FORBIDDEN/);
    const job = (await call(boss, "replayJobs.rehearse", order)) as { id: string };
    expect(await outcomeOf(CLERK, "replayJobs.get", { id: job.id })).toMatch(/^NOT_FOUND/);
    expect(await outcomeOf(CLERK, "replayJobs.list", {})).not.toContain(job.id);
    const change = { id: job.id, change: "cancel", reason: "r" };
    expect(await outcomeOf(CLERK, "replayJobs.change", change)).toMatch(/^FORBIDDEN/);
  });

  it("exports nothing of another machine", async () => {
    const context = { ...contextAs(undefined, database), actor: CLERK };
    const request = new Request("http://x/api/export/instances?format=json");
    const text = await (await serveInstances(request, context)).text();
    expect(text).toContain("open-1");
    expect(text).not.toContain(MARK);
  });

  it("hears of no other machine's instances", async () => {
    const context = contextAs(undefined, database);
    const caller = createCallerFactory(appRouter)({ ...context, actor: CLERK });
    const filter = { instances: [`payroll-${MARK}/x`, "parcel/x"], anyInstance: true };
    const hints = await caller.live.changes({ filter });
    const iterator = hints[Symbol.asyncIterator]();
    await iterator.next(); // to read again, at once
    context.hub.publish({
      ...NO_CHANGE,
      instances: [`payroll-${MARK}/x`],
      correlations: ["c-1"],
      audit: true,
    });
    context.hub.publish({ ...NO_CHANGE, instances: ["parcel/x"] });
    const { value } = await iterator.next();
    expect(JSON.stringify(value)).toContain("parcel/x");
    expect(JSON.stringify(value)).not.toContain(MARK);
    await iterator.return?.(undefined);
  });
});

describe("doors for some machines", () => {
  it("change nothing, whatever the statement looks like", async () => {
    const { pool, prisma } = narrowDoors(database.pool, ["parcel"]);
    for (const text of [
      "DELETE FROM sagascope.instance",
      "UPDATE sagascope.dead_letter SET subject = 'x'",
      "WITH gone AS (DELETE FROM sagascope.instance RETURNING 1) SELECT * FROM gone",
      "SELECT sagascope.ensure_partitions(1)",
      "TRUNCATE sagascope.instance",
    ]) {
      await expect(pool.query(text), text).rejects.toThrow();
    }
    await expect(prisma.instance.deleteMany({})).rejects.toThrow();
    expect(await database.prisma.instance.count()).toBe(2);
  });

  it("take a machine's name as a name, quotes and all", async () => {
    const { prisma } = narrowDoors(database.pool, ["x']) OR true --", "par'cel"]);
    expect(await prisma.instance.count()).toBe(0);
  });
});
