/** The chart version that an instance stood on at a step, or stands on: a migration may have put it on another one since. */
export function chartIdAt(
  instance: { readonly chartId: number },
  steps: readonly { readonly revision: number; readonly chartId: number }[],
  revision: number | undefined,
): number {
  const chosen = steps.find((step) => step.revision === revision);
  return chosen === undefined || chosen === steps.at(-1) ? instance.chartId : chosen.chartId;
}
