import net from "node:net";

/** Where the tests' servers are: named by the environment, or on this machine. */
export const TEST_REDIS_URL = process.env.SAGASCOPE_TEST_REDIS_URL ?? "redis://127.0.0.1:6379";
export const TEST_NATS_URL = process.env.SAGASCOPE_TEST_NATS_URL ?? "nats://127.0.0.1:4222";
export const TEST_RABBITMQ_URL =
  process.env.SAGASCOPE_TEST_RABBITMQ_URL ?? "amqp://guest:guest@127.0.0.1:5672";

const CONNECT_MS = 2_000;

/**
 * Whether tests that need a server are to be left out: nobody listens there, and this is somebody's own machine. Where CI is set
 * they run, and fail.
 */
export async function isServerMissing(url: string): Promise<boolean> {
  if (process.env.CI) return false;
  const { hostname, port } = new URL(url);
  return await new Promise((resolve) => {
    const socket = net.connect({ host: hostname, port: Number(port), timeout: CONNECT_MS });
    const answer = (isMissing: boolean) => {
      socket.destroy();
      resolve(isMissing);
    };
    socket.on("connect", () => answer(false));
    socket.on("error", () => answer(true));
    socket.on("timeout", () => answer(true));
  });
}
