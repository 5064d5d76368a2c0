import { createHash } from "node:crypto";
import { CreateQueueCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { buildApp } from "fauxqs";
import { describe } from "vitest";
import { newId } from "../../kernel/ids.ts";
import { brokerContract } from "../broker.contract.ts";
import { sqsBroker } from "./sqs-broker.ts";

describe("Amazon SQS [BRK-15]", () => {
  brokerContract({
    async open() {
      const app = buildApp({ logger: false });
      const endpoint = await app.listen({ host: "127.0.0.1", port: 0 });
      const settings = {
        ...{ endpoint, region: "us-east-1" },
        credentials: { accessKeyId: "test", secretAccessKey: "test" },
      };
      const client = new SQSClient(settings);
      return {
        connect: (options) => sqsBroker({ client: settings, ...options }),
        async putRaw(topic, body, headers = {}) {
          const QueueName = `sagascope-${topic}.fifo`;
          const { QueueUrl } = await client.send(
            new CreateQueueCommand({ QueueName, Attributes: { FifoQueue: "true" } }),
          );
          const attributes = Object.entries(headers).map(([name, StringValue]) => [
            name,
            { DataType: "String", StringValue },
          ]);
          await client.send(
            new SendMessageCommand({
              ...{ QueueUrl, MessageBody: Buffer.from(body).toString("utf8") },
              MessageGroupId: createHash("sha256").update("raw").digest("hex"),
              MessageDeduplicationId: newId(),
              ...(attributes.length > 0
                ? { MessageAttributes: Object.fromEntries(attributes) }
                : {}),
            }),
          );
        },
        async close() {
          client.destroy();
          await app.close();
        },
      };
    },
  });
});
