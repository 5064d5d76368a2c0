import type { AsyncapiServer, AsyncapiVersion } from "../asyncapi/asyncapi-options.ts";
import type { CallRetries, MachineLogic } from "../charts/logic.ts";
import type { DedupKey } from "../inbox/dedup-key.ts";
import type { RedactionSettings } from "../kernel/redaction/redaction-settings.ts";
import type { DataSchema } from "../schemas/data-schema.ts";
import type { CauseRule } from "./cause-rule.ts";
import type { DirectSinkDefinition } from "./direct-sink.ts";
import type { FeedDefinition } from "./feed.ts";
import type { IntakeDefinition } from "./intake.ts";

/** What one `sagascope.config.ts` declares: the unit of deployment. */
export interface ProjectDefinition {
  /** Names the project in the database; workers with one name share its work. */
  readonly name: string;
  readonly machines: readonly MachineDefinition[];
  readonly topics: readonly (string | TopicDefinition)[];
  readonly routes: readonly Route[];
  readonly relays?: readonly RelayDefinition[];
  readonly observers?: readonly ObserverDefinition[];
  readonly feeds?: readonly FeedDefinition[];
  /** Functions that are told what machines publish right after the commit, and may miss some of it. */
  readonly directSinks?: readonly DirectSinkDefinition[];
  /** Topics of brokers that are recorded on topics of the project. */
  readonly intakes?: readonly IntakeDefinition[];
  /** Topics whose dead letters are announced on `<topic>.dlq`, which must be among the topics. */
  readonly announceLetters?: readonly string[];
  /**
   * What the data of envelopes looks like, by envelope type: JSON Schema, or a schema that converts itself to it, as zod's do.
   * Documents show it, and routes that `validate` hold envelopes to it. A chart may carry its own in `meta.schemas`.
   */
  readonly schemas?: Readonly<Record<string, DataSchema>>;
  /** What the AsyncAPI documents say besides. */
  readonly documents?: DocumentSettings;
  /** Chains of envelopes longer than this, each published because of the one before, are given up; default 100. */
  readonly causationDepthMax?: number;
  /** What is masked where people look; default credentials, payment data and personal identifiers. */
  readonly redaction?: RedactionSettings;
  /** How long dead letters are kept; default for ever. */
  readonly letterRetention?: LetterRetention;
  /** Names the cause of a dead letter; letters of one cause are one group. Default: the error's text without what varies. */
  readonly cause?: CauseRule;
}

/** What AsyncAPI documents say of a project that its charts and routes do not. */
export interface DocumentSettings {
  /** Of the AsyncAPI specification; default 3.0.0. */
  readonly version?: AsyncapiVersion;
  /** Of the system's document; default `<project> system`. */
  readonly title?: string;
  readonly description?: string;
  /** Version of the system's document; default `1.0.0`. */
  readonly apiVersion?: string;
  /**
   * The brokers by name, with `host` and `protocol` at least: kafka, amqp, nats, redis and sqs have bindings. Default: the
   * database's own queue.
   */
  readonly servers?: Readonly<Record<string, AsyncapiServer>>;
}

/** What a machine's document says that its chart does not. */
export interface MachineDocumentSettings {
  /** Default: `<machine> events`. */
  readonly title?: string;
  readonly description?: string;
  /** Leave the machine out of the system's document and of pages that are public. */
  readonly isHidden?: boolean;
}

/** When a worker deletes dead letters for good, each time with an entry in the audit. */
export interface LetterRetention {
  /** Resolved ones, this long after they were resolved. */
  readonly resolvedMs?: number;
  /** Open ones, this long after they were seen last: nobody can replay them any more. */
  readonly unresolvedMs?: number;
}

/** A named stream that envelopes are published to. */
export interface TopicDefinition {
  readonly name: string;
  /**
   * What becomes of an envelope whose type no route takes: a dead letter, or nothing: it is recorded and shows in
   * conversations. The default is a dead letter; nothing on a topic that an observer names, or that a relay or feed takes
   * whole and no route any of.
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
  /** Hold the data to the schema declared for the type: what does not fit is a dead letter that names the field. */
  readonly validate?: boolean;
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
  /** How long a handled envelope is known again when it comes once more; null for ever; default 7 days. */
  readonly receiptTtlMs?: number | null;
  /** Tries of one envelope, or of a timer that workers die with, before it is a dead letter; default 5. */
  readonly attemptsMax?: number;
  /** Key names whose values are masked besides the built-in ones. */
  readonly redactKeys?: readonly string[];
  /** What is masked in this machine's dead letters, reports and announcements; default the project's. */
  readonly redaction?: RedactionSettings;
  readonly document?: MachineDocumentSettings;
}

/** How one service is called and tried again. A call that the chart itself handles on error is tried once by default. */
export interface ServicePolicy {
  /** The call is aborted after this; default 30,000, for the service of a saga's step 30,000 more than the step's own limit. */
  readonly timeoutMs?: number;
  /** Tries by the engine before the error reaches the chart, or becomes a dead letter if the chart has no answer to it. */
  readonly attemptsMax?: number;
  /** Wait before the second try, doubled for each further one; default 500. */
  readonly backoffMs?: number;
  /** Tries, waits and jitter all at once, in place of `attemptsMax` and `backoffMs`: a `RetryPolicy`. */
  readonly retry?: CallRetries;
}

/** Sends what is published on a topic on to a broker or function, in order per subject. */
export interface RelayDefinition {
  readonly name: string;
  readonly topic: string;
  /** Exact envelope types; default all. */
  readonly types?: readonly string[];
  readonly publish: RelayPublish;
  /** Tries of one envelope before it is a dead letter; default 5. */
  readonly attemptsMax?: number;
  /** An offer that takes longer has failed; default 5,000. */
  readonly timeoutMs?: number;
  /** Envelopes of different subjects offered at once by one worker; default 64. */
  readonly concurrency?: number;
}

/** One envelope on its way to the far side of a relay. */
export interface RelayDelivery {
  readonly topic: string;
  /** As it was sent; `messageOf` makes of it what a broker takes. */
  readonly envelope: string;
  readonly subject: string;
  /** 1 on the first try. */
  readonly attempt: number;
  /** Aborted when the far side takes too long. */
  readonly signal: AbortSignal;
}

/**
 * A service that is not ours, whose envelopes are recorded so that they show in conversations. Routes and relays may take
 * some of them; what none takes has no delivery and is never a dead letter.
 */
export interface ObserverDefinition {
  /** What the console calls the service. */
  readonly name: string;
  /** Where its envelopes arrive; need not be among the topics. */
  readonly topic: string;
  /** The source its envelopes carry; default any, but for those of other observers of the topic and of machines. */
  readonly source?: string;
  /** Exact types it is known to publish: the choreography takes them as said. Default any. */
  readonly types?: readonly string[];
}

/** Hand one envelope to the far side; throwing means not accepted. */
export type RelayPublish = (delivery: RelayDelivery) => Promise<void>;
