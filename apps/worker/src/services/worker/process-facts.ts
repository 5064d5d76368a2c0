import { hostname } from "node:os";
import { pid, stdout } from "node:process";
import packageJson from "../../../package.json" with { type: "json" };

/** What the engine says about the process it runs in. */
export interface ProcessFacts {
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly writeLine: (line: string) => void;
}

export function readProcessFacts(): ProcessFacts {
  return {
    host: hostname(),
    pid,
    version: packageJson.version,
    writeLine: (line) => void stdout.write(`${line}\n`),
  };
}
