import { createHash } from "node:crypto";
import type { SQSClient, SQSClientConfig } from "@aws-sdk/client-sqs";
import { newId } from "../../kernel/ids.ts";
import { loadExtra } from "../../kernel/load-extra.ts";
import type { Broker } from "../broker.ts";
import type { BrokerDriver } from "../broker-driver.ts";
import { checkWhole } from "../check-broker-options.ts";
import { type BrokerOptions, createBroker } from "../create-broker.ts";
import { BrokerDeniedError, BrokerRefusedError, BrokerUnavailableError } from "../errors.ts";
import { createReconnecting } from "../reconnecting.ts";
import { createSqsSource, type SqsParts } from "./sqs-source.ts";

/** Amazon SQS, FIFO queues. */
export interface SqsOptions extends BrokerOptions {
  /**
   * What the SDK's client is made with; needs `@aws-sdk/client-sqs`. Region and credentials come from the environment by default, as
   * everywhere with this SDK; `endpoint` is for servers that speak SQS.
   */
  readonly client?: SQSClientConfig;
  /** Queues are `<prefix>-<topic>.fifo`; default `sagascope`. */
  readonly prefix?: string;
  /** The queues' visibility: after this without a word from a consumer others get what it held; default 30,000. */
  readonly leaseMs?: number;
  /** A call that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Whether queues that are missing are made; default true. */
  readonly createsTopics?: boolean;
}

const NAME = "sqs";
const LEASE_MS = 30_000;
const TIMEOUT_MS = 5_000;
const QUEUE_NAME_MAX = 80;

/**
 * A broker on SQS FIFO queues: a queue a topic, a message group a subject, whose order SQS itself keeps. Each publish has a
 * deduplication id of its own: under the envelope's, SQS would drop one that is published again on purpose within five minutes.
 *
 * @throws {InvalidConfigError} if a setting cannot be used
 */
export function sqsBroker(options: SqsOptions = {}): Broker {
  const { leaseMs = LEASE_MS, timeoutMs = TIMEOUT_MS } = options;
  checkWhole("leaseMs", leaseMs, 1_000, 43_200_000);
  checkWhole("timeoutMs", timeoutMs, 100, 600_000);
  return createBroker(sqsDriver({ ...options, leaseMs, timeoutMs }), options);
}

type Settings = SqsOptions & Required<Pick<SqsOptions, "leaseMs" | "timeoutMs">>;

function sqsDriver(options: Settings): BrokerDriver {
  const { leaseMs, timeoutMs, prefix = "sagascope" } = options;
  const clients = createReconnecting<SqsParts>({
    broker: NAME,
    open: () => openClient(options),
    close: async ({ client }) => client.destroy(),
    isAnswer: () => true, // the client has no connection that could break
    isDenied: () => false, // nobody is asked before the first call
  });
  const use = async <Result>(act: (parts: SqsParts) => Promise<Result>): Promise<Result> => {
    try {
      return await clients.use(act);
    } catch (error) {
      throw blame(error);
    }
  };
  const urls = new Map<string, Promise<string>>();
  const urlOf = (topic: string): Promise<string> => {
    const known = urls.get(topic);
    if (known !== undefined) return known;
    const finding = use((parts) => findQueue(parts, queueName(prefix, topic), options));
    urls.set(topic, finding);
    finding.catch(() => urls.delete(topic));
    return finding;
  };

  return {
    name: NAME,
    capabilities: {
      delaysAlone: true,
      countsRedeliveries: true,
      survivesRestart: true,
    },
    async publish({ topic, subject, body }) {
      const url = await urlOf(topic);
      await use(({ sdk, client }) =>
        client.send(
          new sdk.SendMessageCommand({
            ...{ QueueUrl: url, MessageGroupId: groupOf(subject), MessageDeduplicationId: newId() },
            ...bodyOf(body),
          }),
          { abortSignal: AbortSignal.timeout(timeoutMs) },
        ),
      );
    },
    open: (topic, inflow) =>
      createSqsSource(inflow, { use, leaseMs, timeoutMs, url: () => urlOf(topic) }),
    createTopics: async (topics) => {
      for (const topic of topics) await urlOf(topic);
    },
    async ping() {
      const name = queueName(prefix, "nothing");
      try {
        await use(({ sdk, client }) =>
          client.send(new sdk.GetQueueUrlCommand({ QueueName: name }), {
            abortSignal: AbortSignal.timeout(timeoutMs),
          }),
        );
      } catch (error) {
        if (!(error instanceof BrokerRefusedError)) throw error; // that there is no such queue is an answer
      }
    },
    close: () => clients.close(),
  };
}

async function openClient({ client: settings = {}, timeoutMs }: Settings): Promise<SqsParts> {
  const sdk = await loadExtra("@aws-sdk/client-sqs", () => import("@aws-sdk/client-sqs"));
  const client: SQSClient = new sdk.SQSClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: timeoutMs },
    ...settings,
  });
  return { sdk, client };
}

async function findQueue(
  { sdk, client }: SqsParts,
  name: string,
  { createsTopics = true, leaseMs }: Settings,
): Promise<string> {
  const found = createsTopics
    ? await client.send(
        new sdk.CreateQueueCommand({
          QueueName: name,
          Attributes: {
            ...{ FifoQueue: "true", DeduplicationScope: "messageGroup" },
            ...{ FifoThroughputLimit: "perMessageGroupId" },
            VisibilityTimeout: String(Math.ceil(leaseMs / 1_000)),
          },
        }),
      )
    : await client.send(new sdk.GetQueueUrlCommand({ QueueName: name }));
  if (found.QueueUrl === undefined) throw new BrokerRefusedError(NAME, `no queue '${name}'`);
  return found.QueueUrl;
}

/** Letters, digits, `-` and `_`, 80 of them at most, the ending included. */
function queueName(prefix: string, topic: string): string {
  const name = `${prefix}-${topic}`.replace(/[^A-Za-z0-9_-]/g, "_");
  const isSame = name === `${prefix}-${topic}`;
  const mark = isSame && name.length + 5 <= QUEUE_NAME_MAX ? "" : `-${hash(topic).slice(0, 8)}`;
  return `${name.slice(0, QUEUE_NAME_MAX - 5 - mark.length)}${mark}.fifo`;
}

/** A group's name may hold few characters; a subject any. */
function groupOf(subject: string): string {
  return hash(subject);
}

function hash(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** What XML 1.0 cannot hold, SQS refuses: such a text travels in base64 and says so. */
const NOT_XML = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

function bodyOf(body: Uint8Array) {
  const text = Buffer.from(body).toString("utf8");
  if (!NOT_XML.test(text)) return { MessageBody: text };
  return {
    MessageBody: Buffer.from(body).toString("base64"),
    MessageAttributes: { encoding: { DataType: "String", StringValue: "base64" } },
  };
}

/** An answer has a status; one below 500 that is not about too many requests is about what was asked. */
function blame(error: unknown): unknown {
  if (!(error instanceof Error) || "fault" in error) return error;
  const { $metadata } = error as { readonly $metadata?: { readonly httpStatusCode?: number } };
  const status = $metadata?.httpStatusCode ?? 0;
  const isRefusal =
    status >= 400 &&
    status < 500 &&
    status !== 429 &&
    !/Throttl|TooMany|OverLimit/.test(error.name);
  const problem = `${error.name}: ${error.message}`;
  if (status === 401 || status === 403 || error.name === "CredentialsProviderError") {
    return new BrokerDeniedError(NAME, problem, { cause: error });
  }
  return isRefusal
    ? new BrokerRefusedError(NAME, problem, { cause: error })
    : new BrokerUnavailableError(NAME, problem, { cause: error });
}
