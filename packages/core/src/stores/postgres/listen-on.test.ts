import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { silentLogger } from "../../kernel/logger.ts";
import { listenOn } from "./listen-on.ts";

const made = vi.hoisted(() => ({ clients: [] as { emit(name: string, error: Error): unknown }[] }));
const answers = vi.hoisted(() => ({ fails: false, ended: 0 }));
vi.mock("pg", () => ({
  default: {
    Client: class extends EventEmitter {
      constructor() {
        super();
        made.clients.push(this);
      }
      async connect() {}
      async query() {
        if (answers.fails) throw new Error("canceling statement due to statement timeout");
        return [{ rows: [{ pid: made.clients.length }] }];
      }
      async end() {
        answers.ended += 1;
      }
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  made.clients.length = 0;
  Object.assign(answers, { fails: false, ended: 0 });
});
afterEach(() => void vi.useRealTimers());

const listen = () =>
  listenOn({
    ...{ connectionString: "postgresql://nowhere.invalid/none", channels: ["c"] },
    ...{ onNotification: () => undefined, onListening: () => undefined },
    ...{ logger: silentLogger, reconnectMs: 500 },
  });

it("a connection that breaks is replaced once, however often it says so", async () => {
  const listening = await listen();
  made.clients[0]?.emit("error", new Error("terminating connection"));
  await vi.advanceTimersByTimeAsync(500);
  made.clients[0]?.emit("error", new Error("Connection terminated unexpectedly"));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(made.clients).toHaveLength(2);
  await listening.close();
});

it("a connection that cannot listen is ended", async () => {
  answers.fails = true;
  await expect(listen()).rejects.toThrow("canceling statement");
  expect(answers.ended).toBe(1);
});
