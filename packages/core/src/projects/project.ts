import type { MachineLogic } from "../charts/logic.ts";
import type { DedupKey } from "../inbox/dedup-key.ts";

/** What one `sagascope.config.ts` declares: the unit of deployment. */
export interface ProjectDefinition {
  /** Names the project in the database; workers with one name share its work. */
  readonly name: string;
  readonly machines: readonly MachineDefinition[];
  readonly topics: readonly (string | TopicDefinition)[];
  readonly routes: readonly Route[];
  readonly relays?: readonly RelayDefinition[];
  /** Chains of envelopes longer than this, each published because of the one before, are given up; default 100. */
  readonly causationDepthMax?: number;
}

/** A named stream that envelopes are published to. */
export interface TopicDefinition {
  readonly name: string;
  /**
   * What becomes of an envelope whose type no route takes: a dead letter (the default), or nothing: it is recorded
   * and shows in conversations, as suits a topic shared with services of other people.
   */
  readonly onUnknown?: "dead_letter" | "ignore";
}

/** Hands envelopes of one type on one topic to a machine. The subject names the instance. */
export interface Route {
  readonly topic: string;
  /** Exact envelope type. */
  readonly type: string;
  /** Machine id. */
  readonly machine: string;
  /** The chart's event; the default is the type's own: `xsm.<machine>.<EVENT>` gives EVENT, others the whole type. */
  readonly event?: string;
}

/** A chart, the code behind its names, and how its work is run. */
export interface MachineDefinition {
  /** Chart JSON in XState v5 form or the older spellings. */
  readonly chart: unknown;
  readonly logic: MachineLogic;
  /** Topic of what the chart publishes; default `events`. */
  readonly topic?: string;
  /** How services are called, by `invoke.src`. */
  readonly services?: Readonly<Record<string, ServicePolicy>>;
  /** What makes an envelope a redelivery; default its id. */
  readonly dedupKey?: DedupKey;
  /** Tries of one envelope before it is a dead letter; default 5. */
  readonly attemptsMax?: number;
  /** Key names whose values are masked besides the built-in ones. */
  readonly redactKeys?: readonly string[];
}

/** How one service is called and tried again. A call that the chart itself handles on error is tried once by default. */
export interface ServicePolicy {
  /** The call is aborted after this; default 30,000. */
  readonly timeoutMs?: number;
  /** Tries by the engine before the error reaches the chart, or becomes a dead letter if the chart has no answer to it. */
  readonly attemptsMax?: number;
  /** Wait before the second try, doubled for each further one; default 500. */
  readonly backoffMs?: number;
}

/** Sends what is published on a topic on to a broker or function, in order per subject. */
export interface RelayDefinition {
  readonly name: string;
  readonly topic: string;
  /** Exact envelope types; default all. */
  readonly types?: readonly string[];
  readonly publish: RelayPublish;
  readonly attemptsMax?: number;
}

/** Hand one envelope to the far side; throwing means not accepted. */
export type RelayPublish = (delivery: {
  readonly topic: string;
  readonly envelope: string;
  readonly subject: string;
  readonly signal: AbortSignal;
}) => Promise<void>;
