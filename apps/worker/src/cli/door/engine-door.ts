import type { FeedStart, InstanceAction, InstanceReport } from "@sagascope/core";
import type {
  FeedHolder,
  FeedView,
  InstanceSummary,
  InstanceView,
  MovedFeed,
} from "@sagascope/core/postgres";

/** What is asked of one instance. */
export interface InstanceAct {
  readonly machineId: string;
  readonly subject: string;
  readonly project: string;
  readonly action: InstanceAction;
  readonly dryRun: boolean;
  readonly reason?: string;
  readonly timeoutMs: number;
}

/** An instance as it may be shown: secrets in its context are masked. */
export type ShownInstance = Omit<InstanceView, "snapshot">;

/** What is done to a feed. */
export interface FeedAct {
  readonly project: string;
  readonly feed: string;
  readonly reason: string;
}

/** What commands about instances and feeds need of wherever they work; see `OperatorDoor`. */
export interface EngineDoor {
  listInstances(filter: {
    readonly machineId?: string;
    readonly phase?: InstanceSummary["phase"];
    readonly limit: number;
  }): Promise<readonly InstanceSummary[]>;
  listInstancesOfSubject(subject: string): Promise<readonly InstanceSummary[]>;
  findInstance(machineId: string, subject: string): Promise<ShownInstance | undefined>;
  /** @throws {CommandFailedError} if no worker answered in time */
  actOnInstance(act: InstanceAct): Promise<InstanceReport>;
  listFeeds(project?: string): Promise<readonly FeedView[]>;
  listFeedHolders(): Promise<readonly FeedHolder[]>;
  moveFeed(act: FeedAct & { readonly to: FeedStart }): Promise<MovedFeed>;
  forgetFeed(act: FeedAct): Promise<void>;
}
