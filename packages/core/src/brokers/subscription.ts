import type { Envelope } from "../envelope/envelope.ts";
import type { Logger } from "../kernel/logger.ts";
import { createBroadcast } from "./broadcast.ts";
import type { BrokerDelivery, BrokerSubscription, SubscribeOptions } from "./broker.ts";
import type { BrokerDriver, BrokerSource, Inflow } from "./broker-driver.ts";
import type { ConnectionWatch, WatchedPart } from "./connection-watch.ts";
import type { BrokerClock, BrokerOptions } from "./create-broker.ts";
import { BrokerUnavailableError } from "./errors.ts";
import { type Held, ignoring, releaseAll, tellUndecodable, toHeld } from "./held-message.ts";
import { createLanes } from "./lanes.ts";
import { stampAttempt } from "./read-arrival.ts";
import { withinMs } from "./within-ms.ts";

const DEFAULT_WINDOW = 256;
/** Wait before what could not be recorded is tried again. */
const RECORD_AGAIN_MS = 1_000;
/** Between looks whether a topic is empty, where nothing tells. */
const LOOK_MS = 20;
/** Of a lease, between renewals: two may fail. */
const RENEWALS = 3;

export interface SubscriptionParts extends Pick<BrokerOptions, "onUndecodable"> {
  readonly driver: BrokerDriver;
  readonly topic: string;
  readonly settings: SubscribeOptions;
  readonly maxBytes: number;
  readonly watch: ConnectionWatch;
  readonly clock: BrokerClock;
  readonly logger: Logger;
  readonly onHandedOut: (delivery: BrokerDelivery) => void;
  /** Nothing of it is left. */
  readonly onEnd: () => void;
}

export type SettleHow =
  | { readonly kind: "ack" }
  | { readonly kind: "requeue"; readonly delayMs: number };

/** A subscription, as the broker that made it sees it. */
export interface SubscriptionInUse extends BrokerSubscription {
  readonly topic: string;
  settle(delivery: BrokerDelivery, how: SettleHow): Promise<void>;
  inFlight(): number;
  held(): number;
  /** Settles once it was closed and all that was handed out is settled. */
  drained(): Promise<void>;
  /** Let go of everything now. */
  end(): Promise<void>;
}

export function createSubscription(parts: SubscriptionParts): SubscriptionInUse {
  const { driver, topic, settings, maxBytes, watch, clock, logger } = parts;
  const { idleMs, windowMax = DEFAULT_WINDOW } = settings;
  const lanes = createLanes<Held>();
  const inFlight = new Map<BrokerDelivery, Held>();
  const changes = createBroadcast();
  /** On its way back, since it came when nothing more was wanted. */
  const late: Promise<unknown>[] = [];
  let recording = 0;
  let isClosed = false;
  let ending: Promise<void> | undefined;
  let cancelRenewal: (() => void) | undefined;
  const watched: WatchedPart[] = [];
  const part = (): WatchedPart => {
    const made = watch.part(topic);
    watched.push(made);
    return made;
  };
  // Each fails by itself: what cannot be settled is not mended by what can be brought.
  const [bringing, renewing, settling] = [part(), part(), part()];

  const inflow: Inflow = {
    room: () => (isClosed ? 0 : Math.max(0, windowMax - lanes.size() - inFlight.size - recording)),
    push(arrivals) {
      for (const arrival of arrivals) {
        const held = toHeld(arrival, maxBytes, clock.nowMs());
        if (isClosed) late.push(ignoring(held.arrival.release(false)));
        else lanes.add(held.lane, held);
      }
      changes.notify();
    },
    changed: () => changes.next(),
    recall(arrivals) {
      const meant = new Set(arrivals);
      const taken = lanes.removeWaiting(({ arrival }) => meant.has(arrival));
      changes.notify();
      return taken.map(({ arrival }) => arrival);
    },
    lost(arrivals) {
      const gone = new Set(arrivals);
      for (const held of lanes.waiting()) held.isLost ||= gone.has(held.arrival);
      lanes.removeWaiting(({ isLost }) => isLost);
      for (const held of inFlight.values()) {
        if (held.isLost || !gone.has(held.arrival)) continue;
        held.isLost = true;
        lanes.free(held.lane);
      }
      changes.notify();
    },
    worked: bringing.worked,
    failed: bringing.failed,
    apart: part,
  };
  const source: BrokerSource = driver.open(topic, inflow);

  const renew = async (): Promise<void> => {
    const startedMs = clock.nowMs();
    const here = [...lanes.waiting(), ...inFlight.values()].filter(({ isLost }) => !isLost);
    try {
      if (here.length > 0) await source.renew?.(here.map(({ arrival }) => arrival));
      for (const held of here) held.renewedAtMs = startedMs;
      if (here.length > 0) renewing.worked();
    } catch (error) {
      renewing.failed(error);
    }
    planRenewal();
  };
  const planRenewal = (): void => {
    if (source.leaseMs === undefined || ending !== undefined) return;
    cancelRenewal = clock.timers.after(source.leaseMs / RENEWALS, () => void renew());
  };
  planRenewal();

  /** Handing it out now could mean that it is being handed out elsewhere, too: what of its lane is here goes back. */
  const isTooOld = (held: Held): boolean =>
    source.leaseMs !== undefined && clock.nowMs() - held.renewedAtMs > source.leaseMs / 2;
  const giveLaneBack = (held: Held): void => {
    const rest = lanes.removeWaiting((other) => other.lane === held.lane);
    lanes.free(held.lane);
    void releaseAll([held, ...rest]);
  };

  const record = async (held: Held): Promise<void> => {
    recording += 1;
    try {
      await tellUndecodable(held, parts);
      await held.arrival.ack();
      lanes.free(held.lane);
    } catch (error) {
      logger.warn("an unreadable message could not be recorded", { topic, error });
      if (held.isLost) lanes.free(held.lane);
      else lanes.putBack(held.lane, held, clock.nowMs() + RECORD_AGAIN_MS);
    } finally {
      recording -= 1;
      changes.notify();
    }
  };

  const handOut = (held: Held, envelope: Envelope): BrokerDelivery => {
    const attempt = held.redeliveries;
    const delivery: BrokerDelivery = {
      topic,
      envelope: stampAttempt(envelope, attempt),
      body: held.arrival.body,
      attempt,
      ack: () => settle(delivery, { kind: "ack" }),
      nack: ({ requeue = true, delayMs = 0 } = {}) =>
        settle(delivery, requeue ? { kind: "requeue", delayMs } : { kind: "ack" }),
    };
    inFlight.set(delivery, held);
    parts.onHandedOut(delivery);
    return delivery;
  };

  const handOutUpTo = (max: number): readonly BrokerDelivery[] => {
    const out: BrokerDelivery[] = [];
    while (out.length < max) {
      const held = lanes.take(clock.nowMs());
      if (held === undefined) break;
      if (isTooOld(held)) giveLaneBack(held);
      else if (held.envelope === undefined) void record(held);
      else out.push(handOut(held, held.envelope));
    }
    return out;
  };

  const requeue = async (held: Held, delayMs: number): Promise<void> => {
    const putBack = () => {
      if (held.isLost || isClosed) return lanes.free(held.lane);
      lanes.putBack(held.lane, held, clock.nowMs() + delayMs);
    };
    try {
      const requeued = await held.arrival.requeue(delayMs);
      if (requeued.kind === "returned") return lanes.free(held.lane);
      held.redeliveries = requeued.redeliveries ?? held.redeliveries + 1;
      if (isClosed) await held.arrival.release(true);
      putBack();
    } catch (error) {
      putBack();
      throw error;
    }
  };

  const settle: SubscriptionInUse["settle"] = async (delivery, how) => {
    const held = inFlight.get(delivery);
    if (held === undefined) return;
    inFlight.delete(delivery);
    try {
      if (held.isLost) {
        throw new BrokerUnavailableError(driver.name, "the connection is gone: it comes again");
      }
      if (how.kind === "requeue") await requeue(held, how.delayMs);
      else {
        await held.arrival.ack().finally(() => lanes.free(held.lane));
      }
      settling.worked();
    } catch (error) {
      settling.failed(error);
      throw error;
    } finally {
      changes.notify();
    }
  };

  /** Nothing can be handed out, and nothing more will come unless it is published or settled. */
  const hasNothing = async (): Promise<boolean> => {
    if (recording > 0) return false;
    const isEmpty = await source.isEmpty();
    return isEmpty && recording === 0;
  };

  const close = async (): Promise<void> => {
    if (isClosed) return;
    isClosed = true;
    changes.notify();
    await ignoring(source.pause());
    await releaseAll(lanes.removeWaiting());
    if (inFlight.size === 0) await end();
    else void drained().then(end);
  };
  const drained = async (): Promise<void> => {
    while (!isClosed || inFlight.size > 0 || recording > 0) await changes.next();
  };
  const letGo = async (): Promise<void> => {
    const unsettled = [...inFlight.values()].filter(({ isLost }) => !isLost);
    for (const held of unsettled) held.isLost = true; // settling them means nothing any more
    const released = unsettled.map(({ arrival }) => ignoring(arrival.release(true)));
    await Promise.all([...released, ...late]);
    await ignoring(source.close());
    for (const ended of watched) ended.end();
    parts.onEnd();
  };
  const end = (): Promise<void> => {
    cancelRenewal?.();
    ending ??= letGo();
    return ending;
  };

  const take = async (max: number): Promise<readonly BrokerDelivery[]> => {
    const idleAtMs = idleMs === undefined ? undefined : clock.nowMs() + idleMs;
    while (!isClosed) {
      const changed = changes.next();
      const out = handOutUpTo(max);
      if (out.length > 0) return out;
      if (idleMs === 0) {
        if (!(await hasNothing())) {
          await changedOrAt(changed, LOOK_MS);
          continue;
        }
        const late = handOutUpTo(max);
        if (late.length > 0) return late;
        if (recording === 0) await close();
        continue;
      }
      const nowMs = clock.nowMs();
      if (idleAtMs !== undefined && nowMs >= idleAtMs) {
        await close();
        break;
      }
      const wakeAtMs = Math.min(lanes.nextDueMs() ?? Infinity, idleAtMs ?? Infinity);
      await changedOrAt(changed, wakeAtMs - nowMs);
    }
    return [];
  };

  /** @param waitMs - infinite: only the change ends it */
  const changedOrAt = async (changed: Promise<void>, waitMs: number): Promise<void> => {
    if (!Number.isFinite(waitMs)) return changed;
    await withinMs(changed, Math.max(1, waitMs), clock.timers);
  };

  return {
    topic,
    take,
    close,
    settle,
    drained,
    end,
    inFlight: () => inFlight.size,
    held: () => lanes.size(),
    async *[Symbol.asyncIterator]() {
      try {
        for (;;) {
          const [delivery] = await take(1);
          if (delivery === undefined) return;
          yield delivery;
        }
      } finally {
        await close();
      }
    },
  };
}
