/** Remove what a run made at the broker; of a kind that cannot be told here, say what is left. */
export async function removeBrokerTopic(url: string, topic: string): Promise<void> {
  const { protocol } = new URL(url);
  if (protocol.startsWith("redis")) return removeRedisKeys(url, `sagascope:${topic}*`);
  if (protocol === "nats:" || protocol === "tls:") return removeStream(url, `sagascope_${topic}`);
  if (protocol.startsWith("amqp")) return removeQueues(url, `sagascope.${topic}`);
  if (protocol.startsWith("postgres")) return; // goes with its database
  if (protocol !== "memory:") console.error(`left at the broker: topic '${topic}'`);
}

async function removeRedisKeys(url: string, pattern: string): Promise<void> {
  const { createClient } = await import("redis");
  const client = await createClient({ url }).connect();
  for await (const keys of client.scanIterator({ MATCH: pattern, COUNT: 1_000 })) {
    if (keys.length > 0) await client.del(keys);
  }
  await client.close();
}

async function removeStream(url: string, stream: string): Promise<void> {
  const { connect } = await import("@nats-io/transport-node");
  const { jetstreamManager } = await import("@nats-io/jetstream");
  const { host, protocol, username, password } = new URL(url);
  const client = await connect({
    servers: `${protocol}//${host}`,
    ...(username === "" ? {} : { user: decodeURIComponent(username) }),
    ...(password === "" ? {} : { pass: decodeURIComponent(password) }),
  });
  const manager = await jetstreamManager(client);
  await manager.streams.delete(stream);
  await client.close();
}

async function removeQueues(url: string, name: string): Promise<void> {
  const { connect } = await import("amqplib");
  const client = await connect(url);
  const channel = await client.createChannel();
  for (let shard = 0; shard < SHARDS; shard += 1) await channel.deleteQueue(`${name}.${shard}`);
  await client.close();
}

/** What `rabbitMqBroker` makes unless told otherwise. */
const SHARDS = 16;
