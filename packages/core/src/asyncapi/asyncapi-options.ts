import type { JsonObject } from "../kernel/json.ts";

/** Versions of the AsyncAPI specification that documents may follow. */
export const ASYNCAPI_VERSIONS = ["3.0.0", "3.1.0"] as const;
/** One of {@link ASYNCAPI_VERSIONS}. */
export type AsyncapiVersion = (typeof ASYNCAPI_VERSIONS)[number];
/** The version that documents follow unless another is asked for: the one that most tools read. */
export const ASYNCAPI_VERSION: AsyncapiVersion = "3.0.0";

/** A broker as AsyncAPI describes it: `host` and `protocol` at least. */
export interface AsyncapiServer extends JsonObject {
  readonly host: string;
  readonly protocol: string;
}

/** Envelopes of this type on this topic reach the chart as this event. */
export interface InboundRoute {
  readonly topic: string;
  readonly type: string;
  readonly event: string;
}

/** What documents of any kind may say beyond charts. */
export interface DocumentOptions {
  /** Default: {@link ASYNCAPI_VERSION}. */
  readonly version?: AsyncapiVersion;
  /** Brokers by name. */
  readonly servers?: Readonly<Record<string, AsyncapiServer>>;
  /** Whether channels, operations and messages say how they stand on the servers' protocols. Default: no. */
  readonly withBindings?: boolean;
  /** JSON Schemas of the data by envelope type; they go before those of a chart's own `meta.schemas`. */
  readonly schemas?: Readonly<Record<string, JsonObject>>;
  /** What is said of the whole. */
  readonly description?: string;
}

/** What a machine's document says beyond the chart. */
export interface AsyncapiOptions extends DocumentOptions {
  /** Short for one of `servers`, called `default`. */
  readonly server?: AsyncapiServer;
  /** Where commands come in. Default: the machine id. */
  readonly inboundTopic?: string;
  /**
   * What really brings the machine its events. With it there is one inbound channel a topic, messages carry the routes'
   * own types, and events that nothing brings stand on a channel without an address.
   */
  readonly routes?: readonly InboundRoute[];
  /** Where publications go. Default: `events`. */
  readonly outboundTopic?: string;
  /** Default: `<machine> events`. */
  readonly title?: string;
}
