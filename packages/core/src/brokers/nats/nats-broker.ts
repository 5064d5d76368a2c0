import type { NatsConnection, NodeConnectionOptions } from "@nats-io/transport-node";
import { loadExtra } from "../../kernel/load-extra.ts";
import { withinTime } from "../../kernel/within-time.ts";
import type { Broker } from "../broker.ts";
import type { BrokerDriver } from "../broker-driver.ts";
import { checkUrl, checkWhole } from "../check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";
import { createMadeTopics } from "../made-topics.ts";
import { createReconnecting } from "../reconnecting.ts";
import { shardOfSubject } from "../shard-of-subject.ts";
import { createNatsSource } from "./nats-source.ts";

/** NATS JetStream, from server 2.9 on. */
export interface NatsOptions extends BrokerOptions {
  /** `nats://user:password@host:4222`, or `tls://…`; needs `@nats-io/transport-node` and `@nats-io/jetstream`. */
  readonly url: string;
  /** Whatever else the client can be told: `token`, `authenticator`, `tls` with certificates. */
  readonly connection?: Partial<NodeConnectionOptions>;
  /** Begins the names of streams and subjects; default `sagascope`. */
  readonly prefix?: string;
  /** Subjects of a stream, each with one envelope in flight; default 16. The same for all who use the topic. */
  readonly shards?: number;
  /** Copies that a cluster keeps of each stream; default 1. */
  readonly replicas?: number;
  /** After this without a word from a consumer others get what it held; default 30,000. */
  readonly leaseMs?: number;
  /** A call that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Whether streams and consumers that are missing are made; default true. */
  readonly createsTopics?: boolean;
}

const NAME = "nats";
const SHARDS = 16;
const LEASE_MS = 30_000;
const TIMEOUT_MS = 5_000;

/** The two packages, and a connection. */
export interface NatsParts {
  readonly connection: NatsConnection;
  readonly jetstream: typeof import("@nats-io/jetstream");
}

/**
 * A broker on NATS JetStream: a stream a topic with work-queue retention, a subject and a durable consumer a shard. Of each
 * shard one envelope is in flight, whoever asks, so that consumers share it and its order holds. Messages carry no `Nats-Msg-Id`:
 * the server would drop an envelope that is published again on purpose.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function natsBroker(options: NatsOptions): Broker {
  const { shards = SHARDS, leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS } = options;
  checkUrl("url", options.url, ["nats", "tls"]);
  checkWhole("shards", shards, 1, 1_024);
  checkWhole("leaseMs", leaseMs, 100, 3_600_000);
  checkWhole("timeoutMs", timeoutMs, 100, 600_000);
  return createBroker(natsDriver({ ...options, shards, leaseMs, timeoutMs }), options);
}

type Settings = NatsOptions & Required<Pick<NatsOptions, "shards" | "leaseMs" | "timeoutMs">>;

function natsDriver(options: Settings): BrokerDriver {
  const { shards, leaseMs, timeoutMs, prefix = "sagascope" } = options;
  const connection = createReconnecting<NatsParts>({
    broker: NAME,
    open: () => connect(options),
    close: ({ connection: opened }) => opened.close(),
    isAnswer: (error) => !isClosed(error), // it reconnects by itself, and keeps what was subscribed
    isDenied,
  });
  const use = async <Result>(act: (parts: NatsParts) => Promise<Result>): Promise<Result> => {
    try {
      return await connection.use(act);
    } catch (error) {
      throw blame(error);
    }
  };
  const streamOf = (topic: string) => `${prefix}_${topic.replace(/[^A-Za-z0-9_-]/g, hexOf)}`;
  const subjectOf = (topic: string, shard: number) => `${prefix}.${topic}.${shard}`;

  const topics = createMadeTopics(async (topic) => {
    if (options.createsTopics === false) return;
    await use(async ({ connection: opened, jetstream }) => {
      const manager = await jetstream.jetstreamManager(opened, { timeout: timeoutMs });
      const name = streamOf(topic);
      const exists = await manager.streams.info(name).then(
        () => true,
        () => false,
      );
      if (!exists) {
        await manager.streams.add({
          ...{ name, subjects: [`${prefix}.${topic}.*`], num_replicas: options.replicas ?? 1 },
          ...{ retention: "workqueue", storage: "file", discard: "new" },
        });
      }
      for (let shard = 0; shard < shards; shard += 1) {
        await manager.consumers.add(name, {
          ...{ durable_name: `shard-${shard}`, filter_subject: subjectOf(topic, shard) },
          ...{ ack_policy: "explicit", deliver_policy: "all", max_ack_pending: 1 },
          ...{ ack_wait: leaseMs * 1_000_000, max_deliver: -1 },
        });
      }
    });
  });

  return {
    name: NAME,
    capabilities: {
      delaysAlone: "of a shard one envelope is in flight: what shares it waits along",
      countsRedeliveries: true,
      survivesRestart: true,
    },
    async publish({ topic, subject, body, contentType }) {
      await topics.ensure(topic);
      await use(async ({ connection: opened, jetstream }) => {
        const { headers } = await import("@nats-io/transport-node");
        const told = headers();
        told.set("content-type", contentType);
        const target = subjectOf(topic, shardOfSubject(subject, shards));
        const client = jetstream.jetstream(opened, { timeout: timeoutMs });
        await client.publish(target, body, { headers: told, timeout: timeoutMs, retries: 1 });
      });
    },
    open: (topic, inflow) =>
      createNatsSource(inflow, {
        ...{ use, shards, leaseMs, timeoutMs, stream: streamOf(topic) },
        ensure: () => topics.ensure(topic),
        onMissing: () => topics.forget(topic),
      }),
    createTopics: async (names) => {
      for (const name of names) await topics.ensure(name);
    },
    ping: () => use(({ connection: opened }) => withinTime({ timeoutMs }, () => opened.flush())),
    close: () => connection.close(),
  };
}

async function connect(options: Settings): Promise<NatsParts> {
  const transport = await loadExtra(
    "@nats-io/transport-node",
    () => import("@nats-io/transport-node"),
  );
  const jetstream = await loadExtra("@nats-io/jetstream", () => import("@nats-io/jetstream"));
  const url = new URL(options.url);
  const connection = await transport.connect({
    servers: url.host,
    ...(url.username === "" ? {} : { user: decodeURIComponent(url.username) }),
    ...(url.password === "" ? {} : { pass: decodeURIComponent(url.password) }),
    ...(url.protocol === "tls:" ? { tls: {} } : {}),
    ...{ timeout: options.timeoutMs, maxReconnectAttempts: -1, reconnectTimeWait: 250 },
    ...{ pingInterval: 5_000, maxPingOut: 2 },
    ...options.connection,
  });
  return { connection, jetstream };
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && /Closed|Draining/.test(error.name);
}

/** No user, a wrong password, one that has run out, or no right to a subject. */
function isDenied(error: unknown): boolean {
  const names = [
    "AuthorizationError",
    "UserAuthenticationExpiredError",
    "PermissionViolationError",
  ];
  return error instanceof Error && names.includes(error.name);
}

/** JetStream's own answers have a code of the API; everything else is a matter of the connection. */
function blame(error: unknown): unknown {
  if (!(error instanceof Error) || "fault" in error) return error;
  const { code } = error as { readonly code?: unknown };
  if (error.name === "TimeoutError") return new BrokerUnavailableError(NAME, "no answer in time");
  const isAnswer = error.name === "JetStreamApiError" || (typeof code === "number" && code < 500);
  const options = { cause: error };
  if (isDenied(error)) return new BrokerDeniedError(NAME, error.message, options);
  return isAnswer
    ? new BrokerRefusedError(NAME, error.message, options)
    : new BrokerUnavailableError(NAME, error.message, options);
}

function hexOf(character: string): string {
  return `=${character.charCodeAt(0).toString(16)}`;
}
