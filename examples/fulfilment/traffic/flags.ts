import { parseArgs } from "node:util";

const HELP = `Places orders as CloudEvents over HTTP, at \${SAGASCOPE_URL}/api/events/commands
with the token in SAGASCOPE_INGEST_TOKEN.

  --rate <n>         orders a second (default 0.7)
  --orders <n>       stop after this many (default: never)
  --seed <n>         draw customers and stories from this number (default 1)
  --concurrency <n>  posts under way at once (default 4)
  --first <n>        number of the first order (default: 40, or the next one that no run has used)`;

/** How a run of traffic was asked for. */
export interface TrafficFlags {
  readonly rate: number;
  readonly orders: number;
  readonly seed: number;
  readonly concurrency: number;
  readonly first?: number;
}

/** Read the command line; prints the help, or what is wrong with a flag, and gives undefined if nothing is to run. */
export function readFlags(args: readonly string[]): TrafficFlags | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        rate: { type: "string", default: "0.7" },
        orders: { type: "string" },
        seed: { type: "string", default: "1" },
        concurrency: { type: "string", default: "4" },
        first: { type: "string" },
        help: { type: "boolean" },
      },
    });
    if (values.help === true) {
      console.log(HELP);
      return undefined;
    }
    return {
      rate: positive("rate", values.rate),
      orders:
        values.orders === undefined ? Number.POSITIVE_INFINITY : whole("orders", values.orders),
      seed: whole("seed", values.seed),
      concurrency: whole("concurrency", values.concurrency),
      ...(values.first === undefined ? {} : { first: whole("first", values.first) }),
    };
  } catch (error) {
    console.error(`traffic: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
    return undefined;
  }
}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`--${name} must be a number above 0, got '${text}'`);
}

function whole(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new Error(`--${name} must be a whole number of at least 1, got '${text}'`);
}
