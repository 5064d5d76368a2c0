/** One registered chart of the seeded shop. */
interface SeedChart {
  readonly machineId: string;
  readonly version: string;
  readonly chart: object;
}

const order = (version: string) => ({
  machineId: "order",
  version,
  chart: {
    id: "order",
    version,
    initial: "placed",
    states: {
      placed: { on: { PAID: "packing" } },
      packing: { on: { PACKED: "completed", SENT_BACK: "returned" } },
      completed: { type: "final" },
      returned: { type: "final" },
    },
  },
});

/** The charts that seeded instances run on: a machine of three versions, one that compensates, and one that hardly anybody uses. */
export const SEED_CHARTS: readonly SeedChart[] = [
  order("1"),
  order("2"),
  order("3"),
  {
    machineId: "payment",
    version: "1",
    chart: {
      id: "payment",
      version: "1",
      initial: "capturing",
      states: {
        capturing: {
          invoke: { id: "capture", src: "capture", onDone: "settled", onError: "refused" },
        },
        settled: { type: "final" },
        refused: { type: "final" },
      },
    },
  },
  {
    machineId: "warehouse",
    version: "1",
    chart: {
      id: "warehouse",
      version: "1",
      initial: "announced",
      states: {
        announced: { on: { PACK: "packing" } },
        packing: { after: { 600000: "late" }, on: { PACKED: "handedOver" } },
        late: { on: { PACKED: "handedOver" } },
        handedOver: { type: "final" },
      },
    },
  },
  {
    machineId: "fulfil",
    version: "1",
    chart: {
      id: "fulfil",
      version: "1",
      initial: "charging",
      states: {
        charging: {
          invoke: { id: "charge", src: "charge", onDone: "completed", onError: "compensating" },
        },
        compensating: {
          invoke: { id: "refund", src: "refund", onDone: "failed", onError: "failed" },
        },
        completed: { type: "final" },
        failed: { type: "final" },
      },
    },
  },
  {
    machineId: "complaint",
    version: "1",
    chart: {
      id: "complaint",
      version: "1",
      initial: "open",
      states: { open: { on: { ANSWERED: "closed" } }, closed: { type: "final" } },
    },
  },
];
