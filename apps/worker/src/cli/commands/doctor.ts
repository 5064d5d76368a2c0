import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { CONSOLE_SECRET_SETTINGS, SECRET_SETTINGS } from "../../env.ts";
import type { Finding } from "../../services/doctor/finding.ts";
import { dataFolderAt } from "../../services/up/data-folder.ts";
import { argumentsOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { findDatabaseUrl } from "../database-url.ts";
import { CommandFailedError } from "../errors.ts";

const MARKS = { ok: "ok     ", warning: "look at", problem: "PROBLEM" } as const;

/** `sagascope doctor`: exit code 0 if nothing is wrong, warnings included; 1 if something does not work. */
export const doctor: Command = {
  summary:
    "Check rights, keys, database, clock, schema, console, sign-in, collector and the project's brokers, and say what to mend.",
  usage: "",
  options: {},
  run: async (invocation) => {
    argumentsOf(invocation.positionals, []);
    const findings = await examine(invocation);
    const count = (state: Finding["state"]) =>
      findings.filter((each) => each.state === state).length;
    const problems = count("problem");
    const result = { problems, warnings: count("warning"), findings };
    invocation.output.result(result, findings.map(lineOf).join("\n"));
    if (problems > 0) throw new CommandFailedError(`${problems} problem(s) found`);
  },
};

async function examine(invocation: Invocation): Promise<readonly Finding[]> {
  const { checkFiles, checkSecretFile } = await import("../../services/doctor/check-files.ts");
  const { checkAuthSecret, checkPublicUrl, checkSealKeys } = await import(
    "../../services/doctor/check-secrets.ts"
  );
  const { env, cwd, variables } = invocation;
  const dir = path.resolve(cwd, env.dataDir);
  const folder = dataFolderAt(dir);
  const files = [...SECRET_SETTINGS, ...CONSOLE_SECRET_SETTINGS].flatMap((name) => {
    const file = variables[`${name}_FILE`];
    return file ? [checkSecretFile(`${name}_FILE`, file)] : [];
  });
  return [
    ...checkFiles(dir),
    ...files,
    checkSealKeys(env.sealKeys ?? secretIn(folder.sealKeysFile)),
    checkAuthSecret(env.authSecret ?? secretIn(folder.authSecretFile)),
    checkPublicUrl(variables.SAGASCOPE_PUBLIC_URL || undefined, env.host),
    ...(await reachable(invocation)),
  ];
}

async function reachable(invocation: Invocation): Promise<readonly Finding[]> {
  const { checkDatabaseState } = await import("../../services/doctor/check-database-state.ts");
  const { checkConsole } = await import("../../services/doctor/check-console.ts");
  const { checkCollector, checkIssuer } = await import("../../services/doctor/check-reachable.ts");
  const { problem } = await import("../../services/doctor/finding.ts");
  const { env, variables } = invocation;
  const databaseUrl = findDatabaseUrl(invocation);
  const address = env.askedConsole ?? env.consoleUrl;
  const database =
    databaseUrl === undefined
      ? [
          problem(
            "database",
            "none is named, and none runs here",
            "set DATABASE_URL, or start 'sagascope up'",
          ),
        ]
      : await checkDatabaseState(databaseUrl);
  const issuer = variables.SAGASCOPE_OIDC_ISSUER || undefined;
  const services = await Promise.all([
    ...(address === undefined ? [] : [checkConsole(address)]),
    ...(issuer === undefined ? [] : [checkIssuer(issuer)]),
    ...(env.otlpEndpoint === undefined ? [] : [checkCollector(env.otlpEndpoint)]),
  ]);
  return [...database, ...services, ...(await brokers(invocation))];
}

/** Of the project that a worker would run from here. */
async function brokers({ env, cwd }: Invocation): Promise<readonly Finding[]> {
  const { checkBrokers } = await import("../../services/doctor/check-brokers.ts");
  const here = path.join(cwd, "sagascope.config.ts");
  const file = env.project ?? (existsSync(here) ? here : undefined);
  return file === undefined ? [] : checkBrokers(path.resolve(cwd, file));
}

function secretIn(file: string): string | undefined {
  try {
    return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
  } catch {
    return undefined; // its rights are a finding of their own
  }
}

function lineOf({ what, state, found, mend }: Finding): string {
  const line = `${MARKS[state]}  ${what}: ${found}`;
  return mend === undefined ? line : `${line}\n         → ${mend}`;
}
