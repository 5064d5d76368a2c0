import { createServer } from "node:http";

/**
 * How long a client may take, in ms, and how much it may say. Streams to browsers are answers, which may last.
 *
 * @typedef {object} Limits
 * @property {number} headersMs for the whole of a request's head, however it drips
 * @property {number} requestMs for the whole request, body and all
 * @property {number} idleMs between requests on one connection
 * @property {number} checkMs how often those who are late are looked for
 * @property {number} headBytesMax of a request's head
 * @property {number} connectionsMax open at once; more are refused at once, not kept waiting
 */

/** @type {Limits} */
export const LIMITS = {
  headersMs: 10_000,
  requestMs: 60_000,
  idleMs: 65_000, // longer than proxies keep theirs, so that they close first
  checkMs: 2_000,
  headBytesMax: 16_384,
  connectionsMax: 5_000,
};

const STOP_GRACE_MS = 2_000; // shorter than whoever stops us waits

/**
 * An HTTP server that lets no client hold it up: who does not finish a request in time is answered 408 and let go, while
 * others are served. A client's word about where it comes from is taken away, unless proxies of ours vouch for it.
 *
 * @param {import("node:http").RequestListener} handle
 * @param {{ readonly proxies?: number, readonly limits?: Partial<Limits> }} [options]
 * @returns {import("node:http").Server}
 */
export function createGuardedServer(handle, { proxies = 0, limits = {} } = {}) {
  const all = { ...LIMITS, ...limits };
  const server = createServer(
    {
      headersTimeout: all.headersMs,
      requestTimeout: all.requestMs,
      keepAliveTimeout: all.idleMs,
      connectionsCheckingInterval: all.checkMs,
      maxHeaderSize: all.headBytesMax,
    },
    (request, response) => {
      if (proxies === 0) {
        delete request.headers["x-forwarded-for"]; // Next then writes the socket's own
        delete request.headers["x-forwarded-host"];
        delete request.headers["x-forwarded-proto"];
      }
      handle(request, response);
    },
  );
  server.maxConnections = all.connectionsMax;
  return server;
}

/**
 * Take no more requests, let those under way end, and cut what is still open after `graceMs`: streams to open browsers end no
 * other way. Settles once nobody is connected; may be repeated.
 *
 * @param {import("node:http").Server} server
 * @param {number} [graceMs]
 * @returns {Promise<void>}
 */
export async function stopServer(server, graceMs = STOP_GRACE_MS) {
  const closed = new Promise((resolve) => server.close(() => resolve(undefined)));
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
}
