import net from "node:net";

/** The loopback address: nothing of ours listens anywhere else unless told to. */
export const LOOPBACK = "127.0.0.1";

/** A TCP port nobody listens on at this moment; whoever wants it should bind it soon. */
export async function findFreePort(): Promise<number> {
  const server = await listen(0, LOOPBACK);
  const address = server.address();
  await close(server);
  if (address === null || typeof address === "string") throw new Error("no TCP port was given");
  return address.port;
}

/** Whether `port` could be bound on `host` at this moment (every address, unless one is named). */
export async function isPortFree(port: number, host?: string): Promise<boolean> {
  try {
    await close(await listen(port, host));
    return true;
  } catch {
    return false;
  }
}

function listen(port: number, host: string | undefined): Promise<net.Server> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once("error", reject);
    server.listen({ port, host, exclusive: true }, () => resolve(server));
  });
}

function close(server: net.Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
