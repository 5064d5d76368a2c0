import { EventEmitter, once } from "node:events";
import { eventually } from "@sagascope/core/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const SUBJECTS = 40;
const EVENTS_PER_SUBJECT = 25;
const SHARDS = 64;
/** Writes down how shards change hands: given back or taken, and whether the lease of the last owner still ran. */
const WATCH_OWNERS = `
  CREATE TABLE public.turnover (given_back boolean, taken_free boolean, was_leased boolean);
  CREATE FUNCTION public.note_turnover() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO public.turnover
      VALUES (NEW.owner IS NULL, OLD.owner IS NULL, coalesce(OLD.leased_until > clock_timestamp(), false));
    RETURN NEW;
  END $$;
  CREATE TRIGGER turnover BEFORE UPDATE ON sagascope.lane_shard
    FOR EACH ROW WHEN (OLD.owner IS DISTINCT FROM NEW.owner) EXECUTE FUNCTION public.note_turnover()`;

let scene: CrashScene;
beforeEach(async () => {
  scene = await openCrashScene();
});
afterEach(() => scene.end());

/** How many shards each worker holds, the most first. */
async function holdings(): Promise<number[]> {
  const rows = await scene.rows<{ n: number }>(
    "SELECT count(*)::int AS n FROM sagascope.lane_shard WHERE owner IS NOT NULL GROUP BY owner ORDER BY n DESC",
  );
  return rows.map(({ n }) => n);
}

const shared = (workers: number) =>
  eventually(`${workers} workers to share the shards`, async () => {
    const held = await holdings();
    return held.length === workers && held[0] === SHARDS / workers;
  });

/** Publish the entries of all subjects from one number up to another, subject by subject in turn. */
async function sendEntries(from: number, upTo: number): Promise<void> {
  for (let n = from; n <= upTo; n += 1) {
    const all = Array.from({ length: SUBJECTS }, (_subject, at) =>
      scene.send("entry", `account-${at}`, { n }),
    );
    await Promise.all(all);
  }
}

const stepsTaken = async () => {
  const [row] = await scene.rows<{ n: number }>("SELECT count(*)::int AS n FROM sagascope.history");
  return row?.n ?? 0;
};

/** Every entry is there once, in the order it was sent. */
async function expectAllInOrder(): Promise<void> {
  const accounts = await scene.rows<{ subject: string; entries: number[]; revision: number }>(
    "SELECT subject, revision, snapshot->'context'->'entries' AS entries FROM sagascope.instance",
  );
  expect(accounts).toHaveLength(SUBJECTS);
  const inOrder = Array.from({ length: EVENTS_PER_SUBJECT }, (_entry, at) => at + 1);
  for (const { subject, entries, revision } of accounts) {
    expect({ subject, entries, revision }).toEqual({
      subject,
      entries: inOrder,
      revision: EVENTS_PER_SUBJECT,
    });
  }
  expect(await stepsTaken()).toBe(SUBJECTS * EVENTS_PER_SUBJECT);
  expect(await scene.rows("SELECT 1 FROM sagascope.dead_letter")).toEqual([]);
}

describe.each([2, 4])("%i workers at once", (count) => {
  it("share the subjects and keep each one's events in order, none lost or doubled, although one dies [LEA-03][ORD-01][DSP-07]", async () => {
    const workers = await Promise.all(Array.from({ length: count }, () => scene.startWorker()));
    await shared(count);
    await sendEntries(1, 10);
    const sent = sendEntries(11, EVENTS_PER_SUBJECT);
    await eventually("some of it to be done", async () => (await stepsTaken()) > SUBJECTS * 5);
    await workers[0]?.kill();
    await sent;
    await scene.drained();

    await expectAllInOrder();
    const byWorker = await scene.rows("SELECT DISTINCT worker_id FROM sagascope.history");
    expect(byWorker).toHaveLength(count);
  });
});

describe("a worker that is asked to stop", () => {
  it("hands its subjects back at once, ends the calls it makes, and repeats nothing [DSP-39]", async () => {
    const { services } = scene;
    const [stopped, other] = await Promise.all([scene.startWorker(), scene.startWorker()]);
    await shared(2);
    const line = new EventEmitter();
    const answered = once(line, "answer");
    services.onCall = async ({ service }) => {
      if (service === "reserve") await answered;
    };
    const subjects = Array.from({ length: 12 }, (_saga, at) => `order-${at}-shippable`);
    for (const subject of subjects) await scene.send("xsm.fulfil.START", subject);
    await eventually("every saga to call", async () => services.calls.length === subjects.length);

    await scene.database.pool.query(WATCH_OWNERS);
    stopped.terminate();
    await eventually("the other worker to hold everything", async () => {
      return (await holdings())[0] === SHARDS;
    });
    const turnover = await scene.rows(
      `SELECT given_back, taken_free, was_leased, count(*)::int AS shards FROM turnover
       GROUP BY 1, 2, 3 ORDER BY 1 DESC`,
    );
    expect(turnover).toEqual([
      { given_back: true, taken_free: false, was_leased: true, shards: SHARDS / 2 },
      { given_back: false, taken_free: true, was_leased: false, shards: SHARDS / 2 },
    ]);
    expect(stopped.isRunning()).toBe(true);
    line.emit("answer");

    expect(await stopped.ended).toBe(0);
    await scene.drained();
    expect(other.isRunning()).toBe(true);
    for (const subject of subjects) {
      expect(services.callsOf(subject)).toEqual(["reserve", "charge", "ship"]);
    }
    const [tries] = await scene.rows("SELECT max(attempts)::int AS most FROM sagascope.effect");
    expect(tries).toEqual({ most: 1 });
  });
});
