#!/usr/bin/env node
// The command `sagascope`: the only place that touches `process`. The sources are TypeScript and run as they are.
import "./typescript.mjs";

const { main } = await import("../src/cli/main.ts");

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => stop.abort());

const code = await main({
  argv: process.argv.slice(2),
  variables: process.env,
  cwd: process.cwd(),
  signal: stop.signal,
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
});

// The command is over, whatever timer or connection it may have left behind.
process.exit(code);
