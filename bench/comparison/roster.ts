import { existsSync, readFileSync } from "node:fs";
import { FIGURES, type Figure } from "../contenders/contender.ts";

/** What a contender cannot do without, besides the PostgreSQL. */
export type Need = "REDIS_URL" | "ABSURD_SQL";

/** Who takes part, and in what. */
export interface Entrant {
  readonly name: string;
  readonly isOurs: boolean;
  readonly figures: readonly Figure[];
  readonly need?: Need;
  /** Exports `openContender`. */
  readonly module: string;
}

const MESSAGES: readonly Figure[] = ["drain", "idle"];
const WORKFLOWS: readonly Figure[] = ["workflows", "alone"];

const OURS = {
  package: "sagascope",
  file: "contenders/sagascope.ts",
  isOurs: true,
  figures: FIGURES,
};
const PEERS: readonly {
  readonly package: string;
  readonly file: string;
  readonly figures: readonly Figure[];
  readonly need?: Need;
}[] = [
  { package: "graphile-worker", file: "graphile-worker.ts", figures: MESSAGES },
  { package: "pg-boss", file: "pg-boss.ts", figures: MESSAGES },
  { package: "bullmq", file: "bullmq.ts", figures: MESSAGES, need: "REDIS_URL" },
  { package: "absurd-sdk", file: "absurd.ts", figures: WORKFLOWS, need: "ABSURD_SQL" },
  { package: "openworkflow", file: "openworkflow.ts", figures: WORKFLOWS },
  { package: "@dbos-inc/dbos-sdk", file: "dbos.ts", figures: WORKFLOWS },
];

const BENCH = new URL("../", import.meta.url);
const inBench = (path: string) => new URL(path, BENCH);

/**
 * Everyone who may take part, each under its package's name and version.
 *
 * @throws {Error} if the peers are not installed
 */
export function readRoster(): readonly Entrant[] {
  if (!existsSync(inBench("peers/node_modules"))) {
    throw new Error("the peers are not installed: cd bench/peers && npm ci");
  }
  const ours = readJson<{ version: string }>("../package.json");
  const { dependencies } = readJson<{ dependencies: Record<string, string> }>("peers/package.json");
  return [
    { ...OURS, name: `${OURS.package} ${ours.version}`, module: inBench(OURS.file).href },
    ...PEERS.map((peer) => ({
      ...peer,
      name: `${peer.package} ${dependencies[peer.package]}`,
      isOurs: false,
      module: inBench(`peers/${peer.file}`).href,
    })),
  ];
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(inBench(path), "utf8")) as Shape;
}
