import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Project } from "@sagascope/core";
import { UsageError } from "../../cli/errors.ts";

/**
 * The user's project, from its `sagascope.config.ts`.
 *
 * @throws {UsageError} if there is no such file or it exports no project
 */
export async function loadProject(file: string | undefined): Promise<Project> {
  if (file === undefined) {
    throw new UsageError("no project: set SAGASCOPE_PROJECT to a sagascope.config.ts");
  }
  const loaded: unknown = await import(pathToFileURL(path.resolve(file)).href);
  const project = (loaded as { default?: Partial<Project> }).default;
  if (project?.name === undefined || project.machines === undefined) {
    throw new UsageError(`project '${file}' must export defineProject(…) as its default`);
  }
  return project as Project;
}
