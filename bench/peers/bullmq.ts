/**
 * BullMQ on Redis: 16 jobs at a time in one worker, completed jobs removed. Its limit is the Node process, or the disk where
 * Redis writes each command through.
 *
 * Not promised here: order per key (its groups are not part of the open package), kept messages, one transaction with the
 * application's own tables, and, as Redis is usually set, durability: only with `appendfsync always` is what it answered on disk,
 * as after a commit.
 */
import { Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { OpenContender } from "../contenders/contender.ts";
import { contenderOfQueue, type Message } from "../contenders/message-queue.ts";

const QUEUE = "take";
const CONCURRENCY = 16;

export const openContender: OpenContender = async ({ name, redisUrl }) => {
  if (redisUrl === undefined) throw new Error("bullmq needs a Redis");
  const redis = new Redis(redisUrl);
  const options = { connection: { url: redisUrl, maxRetriesPerRequest: null }, prefix: name };
  const queue = new Queue<Message>(QUEUE, options);
  await queue.waitUntilReady();
  let worker: Worker<Message> | undefined;
  return contenderOfQueue({
    notDurable: await whyNotDurable(redis),
    serverCpuSeconds: () => readCpuSeconds(redis),
    async fill(messages) {
      await queue.addBulk(messages.map((data) => ({ name: QUEUE, data })));
    },
    async send(message) {
      await queue.add(QUEUE, message);
    },
    async work(handler) {
      worker = new Worker<Message>(QUEUE, async ({ data }) => handler(data), {
        ...options,
        concurrency: CONCURRENCY,
        removeOnComplete: { count: 0 },
      });
      worker.on("error", console.error);
      await worker.waitUntilReady();
    },
    async isEmpty() {
      const { wait = 0, active = 0 } = await queue.getJobCounts("wait", "active");
      return wait + active === 0;
    },
    async close() {
      await worker?.close();
      await queue.obliterate({ force: true });
      await queue.close();
      await redis.quit();
    },
  });
};

async function whyNotDurable(redis: Redis): Promise<string | undefined> {
  const settings = await redis.config("GET", "append*");
  const pairs = settings as readonly string[];
  const settingOf = (name: string) => pairs[pairs.indexOf(name) + 1];
  if (settingOf("appendonly") !== "yes") return "Redis is set to 'appendonly no'";
  const appendfsync = settingOf("appendfsync");
  return appendfsync === "always" ? undefined : `Redis is set to 'appendfsync ${appendfsync}'`;
}

/** Processor time of the Redis server, as it counts it itself. */
async function readCpuSeconds(redis: Redis): Promise<number> {
  const facts = await redis.info("cpu");
  const secondsOf = (name: string) =>
    Number(new RegExp(`^${name}:([0-9.]+)`, "m").exec(facts)?.[1]);
  return secondsOf("used_cpu_sys") + secondsOf("used_cpu_user");
}
