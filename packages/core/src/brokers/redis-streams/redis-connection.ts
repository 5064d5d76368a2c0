import { MissingExtraError } from "../../kernel/errors.ts";
import { loadExtra } from "../../kernel/load-extra.ts";

/** What a command is made of. */
export type RedisArgument = string | Buffer;

/** A connection that sends whatever command it is given. */
export interface RedisConnection {
  send(command: readonly RedisArgument[]): Promise<unknown>;
  /** The same, with bytes where the answer holds texts. */
  sendForBytes(command: readonly RedisArgument[]): Promise<unknown>;
  /** Let go of it, if it was opened here. */
  close(): Promise<void>;
}

/** The part of a client of the package `redis` that is used; it must be connected. */
export interface NodeRedisClient {
  sendCommand(command: readonly RedisArgument[], options?: object): Promise<unknown>;
}

/** The part of a client of the package `ioredis` that is used. */
export interface IoRedisClient {
  call(command: string, args: RedisArgument[]): Promise<unknown>;
  callBuffer(command: string, args: RedisArgument[]): Promise<unknown>;
}

/** A client of either package. */
export type RedisClient = NodeRedisClient | IoRedisClient;

/** A command fails rather than waits for a connection that may never come back: the feed tries again by itself. */
const COMMAND_TIMEOUT_MS = 5_000;

/** RESP's `$` and `+`: what the package `redis` names BLOB_STRING and SIMPLE_STRING. */
const AS_BYTES = { 36: Buffer, 43: Buffer };

/** Send through a client that belongs to somebody else, who also closes it. */
export function borrowRedis(client: RedisClient): RedisConnection {
  return { ...sendersOf(client, COMMAND_TIMEOUT_MS), close: async () => undefined };
}

function sendersOf(
  client: RedisClient,
  timeoutMs: number,
): Pick<RedisConnection, "send" | "sendForBytes"> {
  if (!("call" in client)) {
    return {
      send: (command) => client.sendCommand([...command]),
      // Options of a call take the place of the client's.
      sendForBytes: (command) =>
        client.sendCommand([...command], { typeMapping: AS_BYTES, timeout: timeoutMs }),
    };
  }
  return {
    send: ([name = "", ...args]) => client.call(String(name), args),
    sendForBytes: ([name = "", ...args]) => client.callBuffer(String(name), args),
  };
}

/** How the optional packages are loaded. */
export interface RedisPackages {
  readonly redis: () => Promise<typeof import("redis")>;
  readonly ioredis: () => Promise<typeof import("ioredis")>;
}

const PACKAGES: RedisPackages = {
  redis: () => import("redis"),
  ioredis: () => import("ioredis"),
};

/**
 * Connect with `redis`, or with `ioredis` where only that is installed.
 *
 * @throws {MissingExtraError} naming `redis` if neither is
 */
export async function connectRedis(
  url: string,
  packages: RedisPackages = PACKAGES,
  timeoutMs = COMMAND_TIMEOUT_MS,
): Promise<RedisConnection> {
  try {
    return await connectNodeRedis(url, await loadExtra("redis", packages.redis), timeoutMs);
  } catch (error) {
    if (!(error instanceof MissingExtraError)) throw error;
    const other = await loadExtra("ioredis", packages.ioredis).catch(() => undefined);
    if (other === undefined) throw error;
    return await connectIoRedis(url, other, timeoutMs);
  }
}

async function connectNodeRedis(
  url: string,
  { createClient }: typeof import("redis"),
  timeoutMs: number,
): Promise<RedisConnection> {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    commandOptions: { timeout: timeoutMs },
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false },
  });
  client.on("error", ignore);
  try {
    await client.connect();
  } catch (error) {
    client.destroy();
    throw error;
  }
  return { ...sendersOf(client, timeoutMs), close: async () => client.destroy() };
}

async function connectIoRedis(
  url: string,
  { Redis }: typeof import("ioredis"),
  timeoutMs: number,
): Promise<RedisConnection> {
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    commandTimeout: timeoutMs,
    connectTimeout: timeoutMs,
    retryStrategy: () => null,
  });
  client.on("error", ignore);
  await client.connect();
  return { ...sendersOf(client, timeoutMs), close: async () => client.disconnect() };
}

/** A connection that breaks is told by the next command; as an event that nobody hears it would end the process. */
function ignore(): void {}
