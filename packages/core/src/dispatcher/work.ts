import type {
  CommandRecord,
  DeliveryRecord,
  EffectRecord,
  TimerRecord,
} from "../engine/records.ts";
import type { EffectOutcome } from "./plan-effect-result.ts";

/** One thing for a lane to do. */
export type Work =
  | { readonly kind: "delivery"; readonly delivery: DeliveryRecord }
  | {
      readonly kind: "effect-result";
      readonly effect: EffectRecord;
      readonly outcome: EffectOutcome;
    }
  | {
      readonly kind: "relay-result";
      readonly delivery: DeliveryRecord;
      readonly outcome: EffectOutcome;
    }
  | { readonly kind: "timer"; readonly timer: TimerRecord }
  | { readonly kind: "command"; readonly command: CommandRecord; readonly lane: LaneName };

/** Whose order it is: one subject of one consumer. */
export interface LaneName {
  readonly machineId: string;
  readonly subject: string;
}

export function laneOf(work: Work): LaneName {
  switch (work.kind) {
    case "delivery":
    case "relay-result":
      return { machineId: work.delivery.sink, subject: work.delivery.subject };
    case "effect-result":
      return work.effect;
    case "timer":
      return work.timer;
    case "command":
      return work.lane;
  }
}

/** An envelope that a relay hands on: no machine, so no step. */
export function isToRelay(work: Work): work is Extract<Work, { readonly kind: "delivery" }> {
  return work.kind === "delivery" && work.delivery.kind === "relay";
}

/** One string a lane; subjects hold no NUL. */
export function laneKey(lane: LaneName): string {
  return `${lane.machineId}\0${lane.subject}`;
}

/** Names a piece of work among those held, so that it is not held twice. */
export function workKey(work: Work): string {
  switch (work.kind) {
    case "delivery":
    case "relay-result":
      return `delivery:${work.delivery.id}`;
    case "effect-result":
      return `effect:${work.effect.id}:${work.effect.token}`;
    case "timer":
      return `timer:${laneKey(work.timer)}\0${work.timer.ref}\0${work.timer.revision}`;
    case "command":
      return `command:${work.command.id}`;
  }
}
