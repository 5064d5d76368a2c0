import type { WorkCounts } from "../../engine/work-counts.ts";
import { type Clock, systemClock } from "../../kernel/clock.ts";
import type {
  AuditRow,
  ChartRow,
  ClaimRow,
  CommandRow,
  DeliveryRow,
  EffectRow,
  EventRow,
  FeedCursorRow,
  FeedPositionRow,
  FeedRow,
  FeedStreamRow,
  HistoryRow,
  InstanceRow,
  JobItemRow,
  JobRow,
  LetterRow,
  MachineRow,
  ReceiptRow,
  ScheduledEventRow,
  SelectionRow,
  ShardRow,
  SubscriptionRow,
  TimerRow,
  WorkerRow,
} from "./rows.ts";
import { createTable, type Journal, type Table } from "./table.ts";

/** Everything the stores of one process share. */
export interface MemoryTables {
  readonly topics: Table<{ readonly name: string; readonly project: string }>;
  readonly subscriptions: Table<SubscriptionRow>;
  readonly charts: Table<ChartRow>;
  readonly machines: Table<MachineRow>;
  readonly events: Table<EventRow>;
  readonly eventsById: Table<EventRow>;
  /** Events that nobody was handed, until somebody asks for them. */
  readonly untaken: Table<EventRow>;
  readonly scheduled: Table<ScheduledEventRow>;
  readonly deliveries: Table<DeliveryRow>;
  readonly receipts: Table<ReceiptRow>;
  readonly instances: Table<InstanceRow>;
  readonly history: Table<HistoryRow>;
  readonly effects: Table<EffectRow>;
  /** The pending and dead ones among the effects, so that a claim does not look at all there ever were. */
  readonly openEffects: Table<EffectRow>;
  readonly timers: Table<TimerRow>;
  readonly shards: Table<ShardRow>;
  readonly workers: Table<WorkerRow>;
  readonly claims: Table<ClaimRow>;
  readonly letters: Table<LetterRow>;
  readonly commands: Table<CommandRow>;
  readonly audit: Table<AuditRow>;
  readonly selections: Table<SelectionRow>;
  readonly jobs: Table<JobRow>;
  readonly jobItems: Table<JobItemRow>;
  readonly feedStreams: Table<FeedStreamRow>;
  readonly feedPositions: Table<FeedPositionRow>;
  readonly feeds: Table<FeedRow>;
  readonly feedCursors: Table<FeedCursorRow>;
  /** What each machine did, by its id. */
  readonly workCounts: Table<WorkCounts>;
}

/** What an id is counted up in. Like a database's sequences, these are not rolled back. */
export type Sequence = "event" | "scheduled" | "delivery" | "effect" | "chart";

/** A database in process memory, shared by the stores of all its workers. */
export interface MemoryDatabase extends MemoryTables {
  readonly clock: Clock;
  nowMs(): number;
  next(sequence: Sequence): number;
  /** The number that {@link next} gave last; 0 before the first. */
  last(sequence: Sequence): number;
  /** Do all of it or, if it throws, nothing. Synchronous: nobody sees the middle. */
  transaction<Result>(run: () => Result): Result;
  /** Tell whoever listens for a project's work, once the transaction is over. */
  wake(project: string): void;
  /** @returns how to stop listening */
  onWake(project: string, listener: () => void): () => void;
}

export interface MemoryDatabaseOptions {
  /** Decides what is due and what has expired. */
  readonly clock?: Clock;
  /** Called before each single write; throwing undoes the transaction it belongs to. For tests that break things. */
  readonly onWrite?: () => void;
}

export function createMemoryDatabase(options: MemoryDatabaseOptions = {}): MemoryDatabase {
  const { clock = systemClock, onWrite } = options;
  const undo: (() => void)[] = [];
  const woken = new Set<string>();
  const listeners = new Map<string, Set<() => void>>();
  const sequences = new Map<Sequence, number>();
  let depth = 0;

  const journal: Journal = {
    beforeWrite(takeBack) {
      onWrite?.();
      undo.push(takeBack);
    },
  };

  const announce = () => {
    const projects = [...woken];
    woken.clear();
    for (const project of projects) {
      for (const listener of listeners.get(project) ?? []) queueMicrotask(listener);
    }
  };

  return {
    ...createTables(journal),
    clock,
    nowMs: () => clock.now().getTime(),
    next(sequence) {
      const value = (sequences.get(sequence) ?? 0) + 1;
      sequences.set(sequence, value);
      return value;
    },
    last: (sequence) => sequences.get(sequence) ?? 0,
    transaction(run) {
      const start = undo.length;
      depth += 1;
      try {
        return run();
      } catch (error) {
        for (const takeBack of undo.splice(start).reverse()) takeBack();
        if (depth === 1) woken.clear();
        throw error;
      } finally {
        depth -= 1;
        if (depth === 0) {
          undo.length = 0;
          announce();
        }
      }
    },
    wake: (project) => woken.add(project),
    onWake(project, listener) {
      const all = listeners.get(project) ?? new Set();
      listeners.set(project, all.add(listener));
      return () => all.delete(listener);
    },
  };
}

function createTables(journal: Journal): MemoryTables {
  return {
    topics: createTable(journal),
    subscriptions: createTable(journal),
    charts: createTable(journal),
    machines: createTable(journal),
    events: createTable(journal),
    eventsById: createTable(journal),
    untaken: createTable(journal),
    scheduled: createTable(journal),
    deliveries: createTable(journal),
    receipts: createTable(journal),
    instances: createTable(journal),
    history: createTable(journal),
    effects: createTable(journal),
    openEffects: createTable(journal),
    timers: createTable(journal),
    shards: createTable(journal),
    workers: createTable(journal),
    claims: createTable(journal),
    letters: createTable(journal),
    commands: createTable(journal),
    audit: createTable(journal),
    selections: createTable(journal),
    jobs: createTable(journal),
    jobItems: createTable(journal),
    feedStreams: createTable(journal),
    feedPositions: createTable(journal),
    feeds: createTable(journal),
    feedCursors: createTable(journal),
    workCounts: createTable(journal),
  };
}
