import type { RequestListener, Server } from "node:http";

export interface Limits {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly idleMs: number;
  readonly checkMs: number;
  readonly headBytesMax: number;
  readonly connectionsMax: number;
}

export const LIMITS: Limits;

export function createGuardedServer(
  handle: RequestListener,
  options?: { readonly proxies?: number; readonly limits?: Partial<Limits> },
): Server;

export function stopServer(server: Server, graceMs?: number): Promise<void>;
