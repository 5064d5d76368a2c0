import type { PlanEnvironment } from "../dispatcher/plan-environment.ts";
import type { ChartStore, CommandStore, LaneStore } from "../engine/engine-store.ts";
import type { SealKeyRing } from "../kernel/seal/seal-key-ring.ts";
import type { Route } from "../projects/project.ts";
import type { FarSides } from "./far-side.ts";

/** What it takes to carry out operators' requests. */
export interface OperationDependencies {
  readonly env: PlanEnvironment;
  readonly lanes: LaneStore;
  readonly commands: CommandStore;
  readonly charts: ChartStore;
  readonly routes: readonly Route[];
  /** For letters of relays and feeds. */
  readonly farSides: FarSides;
  readonly keys: SealKeyRing | undefined;
  /** Make chart versions known to the catalog before planning. */
  readonly prepareCharts: (chartIds: readonly number[]) => Promise<void>;
}
