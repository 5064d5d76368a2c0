import type { Backlog, RelayView } from "@sagascope/core/postgres";

/** What one machine or relay has to do of one topic. */
export interface OutboxLine {
  readonly kind: "relay" | "queue";
  readonly project: string;
  readonly name: string;
  readonly topic: string;
  readonly waiting: number;
  readonly retrying: number;
  readonly oldestAt: Date | null;
  /** Open letters. */
  readonly dead: number;
}

/** Relays always, since they are to be seen at work; machines where something waits for them. Relays first. */
export function outboxLines(
  { rows, letters }: Pick<Backlog, "rows" | "letters">,
  relays: readonly RelayView[],
): readonly OutboxLine[] {
  const dead = (topic: string, sink: string) =>
    letters.find((letter) => letter.topic === topic && letter.sink === sink)?.dead ?? 0;
  const waiting: OutboxLine[] = rows.map((row) => ({
    ...{ kind: row.kind, project: row.project, name: row.sink, topic: row.topic },
    ...{ waiting: row.waiting, retrying: row.retrying, oldestAt: row.oldestAt },
    dead: dead(row.topic, row.sink),
  }));
  const idle: OutboxLine[] = relays
    .filter(
      ({ project, name, topic }) =>
        !waiting.some(
          (line) => line.project === project && line.name === name && line.topic === topic,
        ),
    )
    .map(({ project, name, topic }) => ({
      ...{ kind: "relay", project, name, topic, waiting: 0, retrying: 0, oldestAt: null },
      dead: dead(topic, name),
    }));
  return [...waiting, ...idle].sort(byPlace);
}

function byPlace(one: OutboxLine, other: OutboxLine): number {
  if (one.kind !== other.kind) return one.kind === "relay" ? -1 : 1;
  return `${one.project}\0${one.name}\0${one.topic}` <
    `${other.project}\0${other.name}\0${other.topic}`
    ? -1
    : 1;
}
