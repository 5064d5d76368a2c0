import { createFeedRunner, type FeedHints } from "../feeds/feed-runner.ts";
import type { FeedStores } from "../feeds/feed-stores.ts";
import type { Clock } from "../kernel/clock.ts";
import { InvalidConfigError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/logger.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { Project } from "../projects/define-project.ts";

/** The feeds of an engine, hinted at through the engine's own connection for wake-ups. */
export interface EngineFeeds {
  start(): Promise<void>;
  /** Something was published on a topic, or perhaps on any. */
  hint(topic?: string): void;
  stop(deadlineMs: number): Promise<void>;
}

const NONE: EngineFeeds = {
  start: async () => undefined,
  hint: () => undefined,
  stop: async () => undefined,
};

/** @throws {InvalidConfigError} if the project has feeds and the stores lack what they need */
export function createEngineFeeds(options: {
  readonly project: Project;
  readonly feeds?: FeedStores;
  readonly keys: SealKeyRing | undefined;
  readonly logger: Logger;
  readonly clock?: Clock;
}): EngineFeeds {
  const { project, feeds: stores, keys, logger, clock } = options;
  if ((project.feeds ?? []).length === 0) return NONE;
  if (stores === undefined) {
    throw new InvalidConfigError(
      "feeds",
      `are declared by project '${project.name}': hand in their stores`,
    );
  }
  const listeners = new Set<(topic?: string) => void>();
  const hints: FeedHints = {
    async listen(onHint) {
      listeners.add(onHint);
      return { close: async () => void listeners.delete(onHint) };
    },
  };
  const runner = createFeedRunner({
    ...{ project, stores, keys, logger, hints },
    ...(clock === undefined ? {} : { clock }),
  });
  return {
    start: runner.start,
    hint: (topic) => {
      for (const listener of listeners) listener(topic);
    },
    stop: runner.stop,
  };
}
