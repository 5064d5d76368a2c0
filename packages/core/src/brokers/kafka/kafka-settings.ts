import type { KafkaSettings } from "./kafka-client.ts";

/** Waits between tries to reach a server. */
const AGAIN_MIN_MS = 100;
const AGAIN_MAX_MS = 1_000;
/** A fetch waits so long at the server for a first message, and what is asked over its connection meanwhile waits along. */
const FETCH_WAIT_MS = 100;
/** The library refuses less than a second more than that. */
const SOCKET_MIN_MS = 2_000;
/** What surrounds a message's body: key, headers, framing. */
const FRAME_BYTES = 65_536;
/** Fetched and not asked for yet, for a consumer; each is fetched again if its partition goes to another. */
const AHEAD_KBYTES = 16_384;
const AHEAD_MESSAGES = 1_000;
/** Published and not on its way yet, at most. */
const QUEUE_KBYTES = 65_536;
/** Between signs of life, of the time after which a consumer is taken for dead. */
const HEARTBEATS = 4;
/** Between looks for partitions that were added. */
const REFRESH_MS = 30_000;
/** A consumer that has not looked for so long is taken for hung. It looks far more often, whatever its user does. */
const MAX_POLL_MS = 300_000;

/** What both kinds of clients are told. */
export interface ClientSettings {
  readonly url: string;
  readonly timeoutMs: number;
  readonly connection: KafkaSettings;
}

/** Servers, TLS and credentials of a URL, and how long is waited. `connection` takes the place of these, and of nothing that promises rest on. */
export function clientSettings({ url, timeoutMs, connection }: ClientSettings): KafkaSettings {
  const { protocol, host, username, password, searchParams } = new URL(url);
  const isSecure = protocol === "kafkas:";
  const hasUser = username !== "";
  const login = {
    "sasl.mechanism": searchParams.get("mechanism") ?? "PLAIN",
    "sasl.username": decodeURIComponent(username),
    "sasl.password": decodeURIComponent(password),
  };
  return {
    "bootstrap.servers": host,
    "security.protocol": `${hasUser ? "sasl_" : ""}${isSecure ? "ssl" : "plaintext"}`,
    ...(hasUser ? login : {}),
    "client.id": "sagascope",
    "socket.timeout.ms": Math.max(SOCKET_MIN_MS, timeoutMs),
    "socket.nagle.disable": true,
    "reconnect.backoff.ms": AGAIN_MIN_MS,
    "reconnect.backoff.max.ms": AGAIN_MAX_MS,
    log_level: 0, // what goes wrong is told by calls and events; the library would write it to standard error
    ...connection,
  };
}

/**
 * Each message once and in order as far as the server is asked, with the word of all replicas in sync, or an error in time [BRK-30]. Keys
 * go to partitions as with Kafka's own Java client, so that one subject is in order whoever publishes.
 */
export function producerSettings(settings: ClientSettings, maxBytes: number): KafkaSettings {
  return {
    "linger.ms": 1,
    "queue.buffering.max.kbytes": QUEUE_KBYTES,
    ...clientSettings(settings),
    "enable.idempotence": true,
    acks: "all",
    "message.timeout.ms": settings.timeoutMs,
    partitioner: "murmur2",
    "message.max.bytes": maxBytes + FRAME_BYTES,
    dr_cb: true,
  };
}

/** How consumers share a topic. */
export interface GroupSettings {
  readonly group: string;
  readonly leaseMs: number;
  readonly protocol: "classic" | "consumer";
}

/** Nothing is committed by itself, and partitions move alone, while the others go on. */
export function consumerSettings(
  settings: ClientSettings,
  { group, leaseMs, protocol }: GroupSettings,
): KafkaSettings {
  return {
    "fetch.wait.max.ms": FETCH_WAIT_MS,
    "queued.max.messages.kbytes": AHEAD_KBYTES,
    "queued.min.messages": AHEAD_MESSAGES,
    ...clientSettings(settings),
    "group.id": group,
    "group.protocol": protocol,
    ...(protocol === "classic" ? sharedByMembers(leaseMs) : {}),
    "topic.metadata.refresh.interval.ms": REFRESH_MS,
    "max.poll.interval.ms": MAX_POLL_MS,
    "enable.auto.commit": false,
    "enable.auto.offset.store": false,
    "enable.partition.eof": true,
  };
}

/** With the newer protocol the server shares partitions out, and has these settings itself. */
function sharedByMembers(leaseMs: number): KafkaSettings {
  return {
    "partition.assignment.strategy": "cooperative-sticky",
    "session.timeout.ms": leaseMs,
    "heartbeat.interval.ms": Math.floor(leaseMs / HEARTBEATS),
  };
}

/** A group that is new, or whose offsets are gone, begins at the first message: none is skipped. */
export const CONSUMER_TOPIC: KafkaSettings = { "auto.offset.reset": "earliest" };
