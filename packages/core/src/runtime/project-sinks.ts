import type { BatchResult } from "../dispatcher/batch.ts";
import { tellHook } from "../dispatcher/tell-hook.ts";
import type { Logger } from "../kernel/logger.ts";
import type { Project } from "../projects/define-project.ts";
import { createDirectSink, type DirectSink } from "./direct-sink.ts";

/** All direct sinks that a project declares as one, and after them the hook of whoever runs it, if there is one. */
export function createProjectSinks(
  { directSinks = [] }: Project,
  logger: Logger,
  hook?: (result: BatchResult) => void,
): DirectSink {
  const sinks = directSinks.map((definition) => createDirectSink({ ...definition, logger }));
  return {
    onResult(result) {
      for (const sink of sinks) sink.onResult(result);
      tellHook(hook, logger, result);
    },
    async settled() {
      await Promise.all(sinks.map((sink) => sink.settled()));
    },
  };
}
