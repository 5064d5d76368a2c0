import { createClient } from "redis";
import { TEST_REDIS_URL } from "./test-servers.ts";

export { TEST_REDIS_URL };

const CONNECT_MS = 2_000;

/**
 * Whether tests that need Redis are to be left out: there is none, and this is somebody's own machine. Where CI is set they run,
 * and fail.
 */
export async function isRedisMissing(): Promise<boolean> {
  if (process.env.CI) return false;
  const client = createClient({
    url: TEST_REDIS_URL,
    socket: { reconnectStrategy: false, connectTimeout: CONNECT_MS },
  });
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.ping();
    return false;
  } catch {
    return true;
  } finally {
    client.destroy();
  }
}
