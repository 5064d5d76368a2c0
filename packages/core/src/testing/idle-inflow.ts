import type { Inflow } from "../brokers/broker-driver.ts";

const nothing = (): void => undefined;

/** Takes what a source brings and says nothing; a test replaces what it looks at. */
export const IDLE_INFLOW: Inflow = {
  room: () => 1,
  push: nothing,
  changed: () => new Promise(() => undefined),
  recall: () => [],
  ...{ lost: nothing, worked: nothing, failed: nothing },
  apart: () => ({ worked: nothing, failed: nothing }),
};
