import type { LetterCapture } from "../dead-letters/capture.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import { createIntake } from "../intake/intake.ts";
import { type Clock, systemClock } from "../kernel/clock.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Project } from "../projects/define-project.ts";

/** The intakes of an engine. */
export interface EngineIntakes {
  start(): void;
  /** Takes nothing more; what is being recorded is acknowledged. May be repeated. */
  stop(): Promise<void>;
}

export function createEngineIntakes(options: {
  readonly project: Project;
  readonly stores: Pick<EngineStores, "intake" | "lanes">;
  readonly capture: LetterCapture;
  readonly logger: Logger;
  readonly clock?: Clock;
}): EngineIntakes {
  const { project, stores, capture, logger, clock = systemClock } = options;
  const intakes = (project.intakes ?? []).map((intake) =>
    createIntake({
      ...{ project: project.name, intake, store: stores.intake, lanes: stores.lanes },
      ...{ capture, clock, logger },
    }),
  );
  return {
    start() {
      for (const intake of intakes) intake.start();
    },
    async stop() {
      await Promise.all(intakes.map((intake) => intake.stop()));
    },
  };
}
