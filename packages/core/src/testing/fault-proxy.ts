import type { AddressInfo } from "node:net";
import net from "node:net";

/** Stands between a client and a server, and does what networks do. */
export interface FaultProxy {
  readonly port: number;
  /** Break every connection that is open. */
  cut(): void;
  /** Swallow what is sent, both ways, without a word, until told otherwise. What was swallowed is lost: cut before going on. */
  hang(isHanging: boolean): void;
  /** Break new connections, too, until told otherwise. */
  refuse(isRefusing: boolean): void;
  /** Connections broken so far. */
  cuts(): number;
  close(): Promise<void>;
}

/** Start a proxy on a free port of the loopback. */
export async function startFaultProxy(target: {
  readonly host: string;
  readonly port: number;
}): Promise<FaultProxy> {
  const open = new Set<net.Socket>();
  let isHanging = false;
  let isRefusing = false;
  let cuts = 0;

  const join = (client: net.Socket): void => {
    if (isRefusing) return void client.destroy();
    const server = net.connect(target);
    const end = () => {
      client.destroy();
      server.destroy();
    };
    client.on("data", (sent) => isHanging || server.write(sent));
    server.on("data", (answered) => isHanging || client.write(answered));
    for (const socket of [client, server]) {
      open.add(socket);
      socket.setNoDelay(true);
      socket.on("error", end);
      socket.on("close", () => {
        open.delete(socket);
        end();
      });
    }
  };
  const cut = (): void => {
    cuts += open.size / 2;
    for (const socket of open) socket.destroy();
  };

  const listener = net.createServer(join);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    hang: (now) => {
      isHanging = now;
    },
    refuse: (now) => {
      isRefusing = now;
    },
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** What of a server behind a proxy can be broken, in the words of `brokerFaultsContract`. */
export function faultsOf({ cut, hang, refuse }: FaultProxy) {
  return {
    cut,
    hang,
    away(isAway: boolean) {
      refuse(isAway);
      if (isAway) cut();
    },
  };
}
