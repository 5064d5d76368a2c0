import type { Project } from "./define-project.ts";

/** Takes whatever no route of the project takes. */
export const ANY_TYPE = "*";

/** One line of who gets what. */
export interface Subscription {
  readonly topic: string;
  /** An exact envelope type, or {@link ANY_TYPE}. */
  readonly type: string;
  /** A machine, a relay, or the project itself. */
  readonly sink: string;
  readonly kind: "queue" | "relay";
  /** The chart's event; null means the type's default name. */
  readonly event: string | null;
}

/** Who gets what: the routes, the relays, and the project itself for types that no route takes. */
export function subscriptionsOf(project: Project): readonly Subscription[] {
  const routes = project.routes.map((route) => ({
    topic: route.topic,
    type: route.type,
    sink: route.machine,
    kind: "queue" as const,
    event: route.event ?? null,
  }));
  const unknown = project.topics
    .filter((topic) => topic.onUnknown === "dead_letter")
    .map((topic) => ({
      topic: topic.name,
      type: ANY_TYPE,
      sink: project.name,
      kind: "queue" as const,
      event: null,
    }));
  const relays = (project.relays ?? []).flatMap((relay) =>
    (relay.types ?? [ANY_TYPE]).map((type) => ({
      topic: relay.topic,
      type,
      sink: relay.name,
      kind: "relay" as const,
      event: null,
    })),
  );
  return [...routes, ...unknown, ...relays];
}
