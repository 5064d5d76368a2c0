import { letterEnvelope } from "../dead-letters/letter-envelope.ts";
import type { EngineStores } from "../engine/engine-stores.ts";
import type { EventWrite, StepCommit } from "../engine/step-commit.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Project } from "../projects/define-project.ts";
import { letterTopic } from "../projects/letter-topic.ts";

/** The stores, but what is given up on some topics is announced on `<topic>.dlq`, in the commit that gives it up. */
export function announceLetters(
  { announceLetters: topics = [] }: Pick<Project, "announceLetters">,
  stores: EngineStores,
  clock?: Clock,
): EngineStores {
  if (topics.length === 0) return stores;
  const announced = new Set(topics);
  const { lanes } = stores;
  const withAnnouncements = (commit: StepCommit): StepCommit => {
    const events = commit.deadLetters.flatMap((letter): readonly EventWrite[] => {
      const { topic } = letter;
      if (topic === undefined || !announced.has(topic)) return [];
      const envelope = letterEnvelope(letter, clock === undefined ? {} : { clock });
      return [{ topic: letterTopic(topic), envelope }];
    });
    return events.length === 0 ? commit : { ...commit, events: [...commit.events, ...events] };
  };
  return {
    ...stores,
    lanes: { ...lanes, commit: (commits) => lanes.commit(commits.map(withAnnouncements)) },
  };
}
