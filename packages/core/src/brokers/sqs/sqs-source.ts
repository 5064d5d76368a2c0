import type { Message, SQSClient } from "@aws-sdk/client-sqs";
import type { Arrival, BrokerSource, Inflow } from "../broker-driver.ts";
import { createPullSource } from "../pull-source.ts";

/** The package, and a client of it. */
export interface SqsParts {
  readonly sdk: typeof import("@aws-sdk/client-sqs");
  readonly client: SQSClient;
}

export interface SqsSourceParts {
  readonly use: <Result>(act: (parts: SqsParts) => Promise<Result>) => Promise<Result>;
  readonly url: () => Promise<string>;
  readonly leaseMs: number;
  readonly timeoutMs: number;
}

/** As many as one request brings or changes. */
const PER_REQUEST = 10;
/** How long the service waits for a first message. */
const WAIT_S = 1;

/**
 * Receives messages of a queue. One that is handed back stays here, invisible to others: were it made visible, those behind it
 * that came along would be handed out elsewhere before it.
 */
export function createSqsSource(inflow: Inflow, parts: SqsSourceParts): BrokerSource {
  const { use, leaseMs, timeoutMs } = parts;
  const visibleS = Math.ceil(leaseMs / 1_000);
  const receipts = new Map<Arrival, string>();
  const limit = () => ({ abortSignal: AbortSignal.timeout(timeoutMs + WAIT_S * 1_000) });

  const makeVisible = async (receipt: string): Promise<void> => {
    const QueueUrl = await parts.url();
    await use(({ sdk, client }) =>
      client.send(
        new sdk.ChangeMessageVisibilityCommand({
          ...{ QueueUrl, ReceiptHandle: receipt, VisibilityTimeout: 0 },
        }),
        limit(),
      ),
    );
  };

  const toArrival = (message: Message): Arrival => {
    const { ReceiptHandle: receipt = "", Attributes = {} } = message;
    let redeliveries = Math.max(0, Number(Attributes.ApproximateReceiveCount ?? 1) - 1);
    const arrival: Arrival = {
      body: bodyOf(message),
      headers: headersOf(message),
      redeliveries,
      async ack() {
        receipts.delete(arrival);
        const QueueUrl = await parts.url();
        await use(({ sdk, client }) =>
          client.send(new sdk.DeleteMessageCommand({ QueueUrl, ReceiptHandle: receipt }), limit()),
        );
      },
      async requeue() {
        redeliveries += 1;
        return { kind: "kept", redeliveries };
      },
      async release() {
        receipts.delete(arrival);
        await makeVisible(receipt);
      },
    };
    receipts.set(arrival, receipt);
    return arrival;
  };

  const pull = async (max: number, signal: AbortSignal): Promise<readonly Arrival[]> => {
    const QueueUrl = await parts.url();
    const { Messages = [] } = await use(({ sdk, client }) =>
      client.send(
        new sdk.ReceiveMessageCommand({
          ...{ QueueUrl, MaxNumberOfMessages: Math.min(PER_REQUEST, max), WaitTimeSeconds: WAIT_S },
          ...{ MessageSystemAttributeNames: ["All"], MessageAttributeNames: ["All"] },
          VisibilityTimeout: visibleS,
        }),
        limit(),
      ),
    );
    const arrivals = Messages.map(toArrival);
    if (!signal.aborted) return arrivals;
    // Came when nobody wanted them any more: last first, so that none is seen before those it follows.
    for (const arrival of [...arrivals].reverse()) await arrival.release(false);
    return [];
  };

  const renew = async (arrivals: readonly Arrival[]): Promise<void> => {
    const QueueUrl = await parts.url();
    const held = arrivals.flatMap((arrival) => receipts.get(arrival) ?? []);
    for (let at = 0; at < held.length; at += PER_REQUEST) {
      const Entries = held.slice(at, at + PER_REQUEST).map((ReceiptHandle, index) => ({
        ...{ Id: String(index), ReceiptHandle, VisibilityTimeout: visibleS },
      }));
      await use(({ sdk, client }) =>
        client.send(new sdk.ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }), limit()),
      );
    }
  };

  return createPullSource(inflow, {
    ...{ leaseMs, pull, renew, idleMs: 0 },
    close: async () => undefined,
  });
}

function bodyOf({ Body = "", MessageAttributes = {} }: Message): Uint8Array {
  const isBase64 = MessageAttributes.encoding?.StringValue === "base64";
  return Buffer.from(Body, isBase64 ? "base64" : "utf8");
}

function headersOf({ MessageAttributes = {} }: Message): Readonly<Record<string, string>> {
  const entries = Object.entries(MessageAttributes).flatMap(([name, { StringValue }]) =>
    StringValue === undefined || name === "encoding" ? [] : [[name, StringValue] as const],
  );
  return Object.fromEntries(entries);
}
