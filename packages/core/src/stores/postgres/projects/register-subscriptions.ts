import type { Project } from "../../../projects/define-project.ts";
import { InvalidProjectError } from "../../../projects/errors.ts";
import { subscriptionsOf } from "../../../projects/subscriptions.ts";
import type { Sql } from "../sql.ts";

const INSERT_TOPICS = `
  INSERT INTO sagascope.topic (name, project) SELECT t, $2 FROM unnest($1::text[]) t
  ON CONFLICT (name) DO NOTHING`;

const DELETE_SUBSCRIPTIONS = "DELETE FROM sagascope.subscription WHERE project = $1";

const INSERT_SUBSCRIPTIONS = `
  INSERT INTO sagascope.subscription (topic, type, sink, kind, project, event)
  SELECT s.topic, s.type, s.sink, s.kind, $6, s.event
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) AS s (topic, type, sink, kind, event)
  ON CONFLICT DO NOTHING
  RETURNING 1`;

/**
 * Replace a project's subscriptions. Deliveries that already wait keep the sink they were written for.
 *
 * @throws {InvalidProjectError} if another project subscribes under the same name
 */
export async function registerSubscriptions(sql: Sql, project: Project): Promise<void> {
  const subscriptions = subscriptionsOf(project);
  await sql.query("register topics", INSERT_TOPICS, [
    project.topics.map((topic) => topic.name),
    project.name,
  ]);
  await sql.query("forget subscriptions", DELETE_SUBSCRIPTIONS, [project.name]);
  const written = await sql.query("register subscriptions", INSERT_SUBSCRIPTIONS, [
    subscriptions.map((subscription) => subscription.topic),
    subscriptions.map((subscription) => subscription.type),
    subscriptions.map((subscription) => subscription.sink),
    subscriptions.map((subscription) => subscription.kind),
    subscriptions.map((subscription) => subscription.event),
    project.name,
  ]);
  if (written.length !== subscriptions.length) {
    throw new InvalidProjectError("routes", "clash with the subscriptions of another project");
  }
}
