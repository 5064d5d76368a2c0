import { type Logger, silentLogger } from "../kernel/logger.ts";
import { redactErrorText } from "../kernel/redaction/redactor.ts";
import type { BrokerHealth } from "./broker.ts";
import { isOutage } from "./errors.ts";

/** Knows whether the broker is reached and does what it is asked, and tells of changes. */
export interface ConnectionWatch {
  health(): Pick<BrokerHealth, "healthy" | "problem">;
  /** Report here from now on, unless the broker was given a logger of its own, or was told before. */
  logTo(logger: Logger): void;
  /** Something of the broker's that works or fails by itself; of a topic, if it is named. */
  part(topic?: string): WatchedPart;
}

/** A part tells of each call what came of it. */
export interface WatchedPart {
  worked(): void;
  /** An outage is a matter of the connection, which all parts share; anything else is this part's alone, until it works. */
  failed(error: unknown): void;
  /** It is over, and what it was refused with it. */
  end(): void;
}

/** Told once a change. What a hook throws is logged and goes no further. */
export interface ConnectionHooks {
  /** At the first call that did not reach the broker. */
  readonly onDisconnect?: (error: unknown) => void;
  /** At the first one that did again. */
  readonly onReconnect?: () => void;
  /**
   * A topic cannot be consumed, for a reason that does not pass by itself: a package that is missing, rights, settings that do not fit.
   * It is tried on.
   */
  readonly onRefused?: (error: unknown) => void;
}

interface Refusal {
  readonly topic: string | undefined;
  readonly name: string;
  readonly problem: string;
}

/** Of an outage log lines carry the error's class only: its text may hold a URL with credentials. Of a refusal they carry the words, redacted. */
export function createConnectionWatch(
  broker: string,
  hooks: ConnectionHooks,
  given?: Logger,
): ConnectionWatch {
  let logger = given;
  let outage: string | undefined;
  const refusals = new Map<WatchedPart, Refusal>();

  const log = () => logger ?? silentLogger;
  const call = (hook: () => void) => {
    try {
      hook();
    } catch (error) {
      log().warn("a hook of a broker's connection threw", { broker, error: nameOf(error) });
    }
  };
  const reached = (): void => {
    if (outage === undefined) return;
    outage = undefined;
    log().info("a broker can be reached again", { broker });
    call(() => hooks.onReconnect?.());
  };
  const missed = (error: unknown): void => {
    if (outage !== undefined) return;
    outage = nameOf(error);
    log().warn("a broker cannot be reached", { broker, error: outage });
    call(() => hooks.onDisconnect?.(error));
  };

  return {
    health() {
      const [refusal] = refusals.values();
      const problem = outage === undefined ? refusal?.problem : `cannot be reached: ${outage}`;
      return problem === undefined ? { healthy: true } : { healthy: false, problem };
    },
    logTo(handed) {
      logger ??= handed;
    },
    part(topic) {
      const isOfTopic = (refusal: Refusal) => refusal.topic === topic;
      const part: WatchedPart = {
        worked() {
          reached();
          if (!refusals.delete(part) || [...refusals.values()].some(isOfTopic)) return;
          log().info("a broker does again what it had refused", { broker, topic });
        },
        failed(error) {
          if (isOutage(error)) return missed(error);
          const refusal = { ...refusalOf(error), topic };
          const isKnown = [...refusals.values()].some(
            (other) => isOfTopic(other) && other.name === refusal.name,
          );
          refusals.set(part, refusal);
          if (isKnown) return; // a topic's shards are refused together, and their words may differ each time
          log().error("a broker cannot be used as asked", { broker, ...refusal });
          call(() => hooks.onRefused?.(error));
        },
        end: () => void refusals.delete(part),
      };
      return part;
    },
  };
}

function refusalOf(error: unknown): Omit<Refusal, "topic"> {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return { name, problem: redactErrorText(message) };
}

function nameOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const told = cause instanceof Error ? cause : error;
  return told instanceof Error ? told.name : typeof told;
}
