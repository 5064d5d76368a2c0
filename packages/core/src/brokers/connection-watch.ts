import type { Logger } from "../kernel/logger.ts";

/** Knows whether the last call reached the broker, and tells of changes. */
export interface ConnectionWatch {
  isHealthy(): boolean;
  worked(): void;
  failed(error: unknown): void;
}

/** Told once a change. What a hook throws is logged and goes no further. */
export interface ConnectionHooks {
  /** At the first call that did not reach the broker. */
  readonly onDisconnect?: (error: unknown) => void;
  /** At the first one that did again. */
  readonly onReconnect?: () => void;
}

/** Log lines carry the error's class only: its text may hold a URL with credentials. */
export function createConnectionWatch(
  broker: string,
  hooks: ConnectionHooks,
  logger: Logger,
): ConnectionWatch {
  let healthy = true;
  const call = (hook: () => void) => {
    try {
      hook();
    } catch (error) {
      logger.warn("a hook of a broker's connection threw", { broker, error: nameOf(error) });
    }
  };
  return {
    isHealthy: () => healthy,
    worked() {
      if (healthy) return;
      healthy = true;
      logger.info("a broker can be reached again", { broker });
      call(() => hooks.onReconnect?.());
    },
    failed(error) {
      if (!healthy) return;
      healthy = false;
      logger.warn("a broker cannot be reached", { broker, error: nameOf(error) });
      call(() => hooks.onDisconnect?.(error));
    },
  };
}

function nameOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const told = cause instanceof Error ? cause : error;
  return told instanceof Error ? told.name : typeof told;
}
