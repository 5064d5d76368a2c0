import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openTestDatabase, type WebTestDatabase } from "../testing/open-test-database.ts";
import type { Change } from "./change.ts";
import { CHANGE_CHANNEL, listenForChanges } from "./listen-for-changes.ts";

const WAIT = { timeout: 10_000, interval: 10 };

let database: WebTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const notify = (payload: string) =>
  database.pool.query("SELECT pg_notify($1, $2)", [CHANGE_CHANNEL, payload]);

describe("listenForChanges", () => {
  it("passes on what workers say, and tells everyone to read again after each connection", async () => {
    const changes: Change[] = [];
    const listening = listenForChanges(database.url, (change) => changes.push(change));
    await vi.waitFor(() => expect(changes).toMatchObject([{ everything: true }]), WAIT);

    await notify(JSON.stringify({ i: ["fulfil/order-42"], d: 1 }));
    await vi.waitFor(() => expect(changes).toHaveLength(2), WAIT);
    expect(changes[1]).toMatchObject({
      instances: ["fulfil/order-42"],
      deadLetters: true,
      everything: false,
    });

    await notify("not json");
    await vi.waitFor(() => expect(changes[2]).toMatchObject({ everything: true }), WAIT);

    await database.pool.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'sagascope-live' AND datname = current_database()",
    );
    await vi.waitFor(() => expect(changes[3]).toMatchObject({ everything: true }), WAIT);
    expect(listening.isConnected()).toBe(true);

    await listening.stop();
    const { rows } = await database.pool.query(
      "SELECT count(*)::int AS open FROM pg_stat_activity WHERE application_name = 'sagascope-live' AND datname = current_database()",
    );
    expect(rows[0].open).toBe(0);
  });

  it("can be stopped while the server cannot be reached, and never said anything", async () => {
    const onChange = vi.fn();
    const listening = listenForChanges("postgresql://nobody@127.0.0.1:1/none", onChange);
    await listening.stop();
    expect(listening.isConnected()).toBe(false);
    expect(onChange).not.toHaveBeenCalled();
  });
});
