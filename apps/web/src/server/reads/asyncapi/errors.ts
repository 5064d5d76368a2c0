import { SagascopeError } from "@sagascope/core/errors";

/** No machine is registered under this name, or none with this version. */
export class MachineNotFoundError extends SagascopeError {
  readonly code = "CHART_NOT_FOUND";
  readonly fault = "caller";

  constructor(machineId: string, chartId?: number) {
    super(
      chartId === undefined
        ? `no machine '${machineId}' is registered`
        : `machine '${machineId}' has no version with the id ${chartId}`,
    );
  }
}
