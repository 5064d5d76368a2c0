import type { AddressInfo } from "node:net";
import net from "node:net";

/** Stands between an engine and Postgres, and can break a connection where it hurts most. */
export interface CuttingProxy {
  /** The database's URL through the proxy. */
  readonly url: string;
  /**
   * Cut the connection of the n-th commit from now on: the server carries it out, and its answer never arrives. A commit is a
   * COMMIT, or three prepared statements in one write: no read has as many.
   */
  cutAtCommit(n: number): void;
  /** Connections cut so far. */
  cuts(): number;
  close(): Promise<void>;
}

const COMMIT = "COMMIT\0";
const STATEMENT_NAME = /sagascope_[0-9a-f]{24}/g;
const COMMIT_STATEMENTS_MIN = 3;

function isCommit(sent: Buffer): boolean {
  const text = sent.toString("latin1");
  const names = new Set(text.match(STATEMENT_NAME) ?? []);
  return text.includes(COMMIT) || names.size >= COMMIT_STATEMENTS_MIN;
}

/** Start a proxy on a free port for a database on a TCP socket. */
export async function startCuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const target = new URL(databaseUrl);
  const open = new Set<net.Socket>();
  let commitsLeft = 0;
  let cuts = 0;

  const isMeant = (sent: Buffer): boolean => {
    if (commitsLeft === 0 || !isCommit(sent)) return false;
    commitsLeft -= 1;
    return commitsLeft === 0;
  };

  const join = (client: net.Socket): void => {
    const server = net.connect(Number(target.port || 5432), target.hostname);
    let isCut = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    client.on("data", (sent) => {
      isCut ||= isMeant(sent);
      server.write(sent);
    });
    server.on("data", (answered) => {
      if (!isCut) return void client.write(answered);
      cuts += 1;
      end(); // it has committed: that is what it answers
    });
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

  const listener = net.createServer(join);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  const url = new URL(databaseUrl);
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cutAtCommit: (n) => {
      commitsLeft = n;
    },
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        listener.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
