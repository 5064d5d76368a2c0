import type {
  Broker,
  BrokerDelivery,
  BrokerSubscription,
  UndecodableMessage,
} from "../brokers/broker.ts";
import type { LetterCapture } from "../dead-letters/capture.ts";
import { unreadableLetter } from "../dead-letters/unreadable-letter.ts";
import type { LaneStore } from "../engine/engine-store.ts";
import type { IntakeStore } from "../engine/intake-store.ts";
import { settleOnly } from "../engine/step-commit.ts";
import type { Clock } from "../kernel/clock.ts";
import { SagascopeError } from "../kernel/errors.ts";
import { exponentialDelayMs } from "../kernel/exponential-delay.ts";
import type { Logger } from "../kernel/logger.ts";
import type { IntakeDefinition } from "../projects/intake.ts";

/** Envelopes recorded in one statement: more would hold up others, fewer cost more of them. */
const BATCH_MAX = 500;
/** Waits after failures of the store in a row. */
const OUTAGE_DELAY = { baseMs: 100, factor: 2, maxMs: 5_000 };

/** Records what a broker's topic brings as received, in order per subject, and acknowledges what is recorded. */
export interface Intake {
  start(): void;
  /** Hand back what is held, and wait until what was being recorded is acknowledged. May be repeated. */
  stop(): Promise<void>;
  /** Recorded so far. */
  received(): number;
}

export interface IntakeOptions {
  readonly project: string;
  readonly intake: IntakeDefinition;
  readonly store: IntakeStore;
  /** Where what cannot be recorded is given up. */
  readonly lanes: Pick<LaneStore, "commit">;
  readonly capture: LetterCapture;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * One subscription, recorded batch by batch. Nothing is acknowledged before it is stored, so what a crash interrupts comes
 * again under its id and is answered as a duplicate by the inbox of whoever handles it.
 */
export function createIntake(options: IntakeOptions): Intake {
  const { intake, store, lanes, logger } = options;
  const { broker, from, topic = from } = intake;
  const about = { broker: broker.name, topic: from };
  let subscription: BrokerSubscription | undefined;
  let running: Promise<void> | undefined;
  let received = 0;
  let failures = 0;

  const giveUp = async (facts: { readonly error: unknown; readonly bytes: number }) => {
    const { project, capture, clock } = options;
    const about = { project, topic, source: intakeName(intake), at: clock.now() };
    const letter = unreadableLetter({ ...about, ...facts }, capture);
    const lane = { machineId: letter.consumer, subject: letter.subject };
    await lanes.commit([settleOnly(lane, [], { deadLetters: [letter] })]);
  };

  /** All of them, or those that the store takes one by one: one that it does not take must not hold up the others. */
  const record = async (batch: readonly BrokerDelivery[]): Promise<void> => {
    try {
      await store.receive(batch.map((delivery) => toEvent(topic, delivery)));
      received += batch.length;
    } catch (error) {
      const [only] = batch;
      if (isOutage(error) || only === undefined) throw error;
      if (batch.length === 1) return giveUp({ error, bytes: only.body.byteLength });
      for (const delivery of batch) await record([delivery]);
    }
  };

  const handle = async (batch: readonly BrokerDelivery[]): Promise<void> => {
    try {
      await record(batch);
      failures = 0;
    } catch (error) {
      failures += 1;
      const delayMs = exponentialDelayMs(OUTAGE_DELAY, failures);
      logger.warn("what a broker brought could not be recorded", { ...about, failures, error });
      await settleAll(batch, (delivery) => delivery.nack({ delayMs }));
      return;
    }
    // What the broker did not take note of comes again, and is a duplicate then.
    await settleAll(batch, (delivery) => delivery.ack());
  };

  const loop = async (open: BrokerSubscription): Promise<void> => {
    for (;;) {
      const batch = await open.take(BATCH_MAX);
      if (batch.length === 0) return;
      await handle(batch);
    }
  };

  return {
    start() {
      subscription ??= broker.subscribe(from, {
        ...{ windowMax: BATCH_MAX, logger },
        onUndecodable: ({ bytes, error }: UndecodableMessage) => giveUp({ bytes, error }),
      });
      running ??= loop(subscription);
    },
    async stop() {
      await subscription?.close();
      await running;
    },
    received: () => received,
  };
}

/** Intakes of one broker are its subscriptions; this is what people see of it. */
export function intakeName({ broker, from }: Pick<IntakeDefinition, "from"> & { broker: Broker }) {
  return `${broker.name} ${from}`;
}

async function settleAll(
  batch: readonly BrokerDelivery[],
  settle: (delivery: BrokerDelivery) => Promise<void>,
): Promise<void> {
  await Promise.allSettled(batch.map(settle));
}

function toEvent(topic: string, { envelope, body }: BrokerDelivery) {
  const { extensions } = envelope;
  const text = Buffer.from(body).toString("utf8");
  // Structured messages are kept to the byte; of others there is no text to keep.
  return { topic, envelope, ...(isWholeEnvelope(text, extensions) ? { text } : {}) };
}

function isWholeEnvelope(text: string, extensions: object): boolean {
  return text.startsWith("{") && text.includes('"specversion"') && !("xsmattempt" in extensions);
}

function isOutage(error: unknown): boolean {
  return error instanceof SagascopeError && error.fault === "infrastructure";
}
