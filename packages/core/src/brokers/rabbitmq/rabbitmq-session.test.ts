import { EventEmitter } from "node:events";
import type { Channel } from "amqplib";
import { afterEach, expect, it, vi } from "vitest";
import { createEnvelope } from "../../envelope/create-envelope.ts";
import { IDLE_INFLOW } from "../../testing/idle-inflow.ts";
import type { Arrival } from "../broker-driver.ts";
import { rabbitMqBroker } from "./rabbitmq-broker.ts";
import { createRabbitSource } from "./rabbitmq-source.ts";

const connect = vi.hoisted(() => vi.fn());
vi.mock("amqplib", () => ({ connect }));

afterEach(() => vi.useRealTimers());

it("a connection without a channel is closed, and its error ends nothing", async () => {
  const model = Object.assign(new EventEmitter(), {
    close: vi.fn(async () => undefined),
    async createConfirmChannel() {
      model.emit("error", new Error("read ECONNRESET"));
      throw new Error("no channel");
    },
  });
  connect.mockResolvedValue(model);
  const broker = rabbitMqBroker({ url: "amqp://nowhere.invalid", createsTopics: false });

  const envelope = createEnvelope({ type: "t", source: "/s", subject: "o-1", data: {} });
  await expect(broker.publish("orders", envelope)).rejects.toThrow("no channel");

  expect(model.close).toHaveBeenCalledOnce();
  await broker.close();
});

it("an outage leaves no listeners behind, however often it is tried again", async () => {
  vi.useFakeTimers();
  const added = vi.spyOn(AbortSignal.prototype, "addEventListener");
  const removed = vi.spyOn(AbortSignal.prototype, "removeEventListener");
  const source = createRabbitSource(IDLE_INFLOW, {
    queues: ["q"],
    ensure: async () => undefined,
    onMissing: () => undefined,
    openChannel: async () => {
      throw new Error("connect ECONNREFUSED");
    },
  });
  const left = () => added.mock.calls.length - removed.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  const before = left(); // what waits to be stopped, and the wait under way
  expect(added.mock.calls.length).toBeGreaterThan(20);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(added.mock.calls.length).toBeGreaterThan(40);
  expect(left()).toBe(before);
  await source.close();
});

it("a stop waits for a channel that is being closed, and whoever settled last hears of its end even if no answer comes", async () => {
  const pushed: Arrival[] = [];
  const inflow = {
    ...IDLE_INFLOW,
    push: (arrivals: readonly Arrival[]) => void pushed.push(...arrivals),
  };
  const channel = Object.assign(new EventEmitter(), {
    ...{ prefetch: async () => undefined, ack: vi.fn() },
    close: () => new Promise<void>(() => undefined), // as amqplib's, once the connection has ended
    consume: async (_queue: string, onMessage: (message: object) => void) =>
      onMessage({ content: Buffer.from("{}"), fields: {}, properties: {} }),
  });
  const source = createRabbitSource(inflow, {
    queues: ["q"],
    ensure: async () => undefined,
    onMissing: () => undefined,
    openChannel: async () => channel as unknown as Channel,
  });
  await vi.waitFor(() => expect(pushed).toHaveLength(1));
  await source.pause();
  const ends: string[] = [];
  const settled = pushed[0]?.ack().then(() => ends.push("settled"));
  const closed = source.close().then(() => ends.push("closed"));
  await new Promise((resolve) => setImmediate(resolve));
  expect(channel.ack).toHaveBeenCalledOnce();
  expect(ends).toEqual([]);

  channel.emit("close");
  await Promise.all([settled, closed]);
  expect(ends.sort()).toEqual(["closed", "settled"]);
});
