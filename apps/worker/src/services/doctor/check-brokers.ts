import { type BrokerUse, brokerUsesOf, type Project } from "@sagascope/core";
import { loadProject } from "../worker/load-project.ts";
import { type Finding, ok, problem } from "./finding.ts";

/** How long each step may take. */
export interface BrokerCheckLimits {
  readonly loadMs: number;
  readonly answerMs: number;
}

const LIMITS: BrokerCheckLimits = { loadMs: 15_000, answerMs: 5_000 };
const USES_SHOWN = 3;
const LATE = Symbol("late");

/**
 * Ask each broker of a project's intakes and relays whether it is there and lets us in. The project's code is loaded as a worker
 * would load it; nothing of it is run, and nothing is made at a broker, consumed or sent.
 */
export async function checkBrokers(
  file: string,
  limits: BrokerCheckLimits = LIMITS,
): Promise<readonly Finding[]> {
  const project = await loaded(file, limits);
  if (isFinding(project)) return [project];
  return Promise.all(brokerUsesOf(project).map((use) => checkBroker(use, limits)));
}

async function loaded(file: string, { loadMs }: BrokerCheckLimits): Promise<Project | Finding> {
  const mend = `run the doctor with the settings and packages that the worker has; 'sagascope worker' tells more`;
  try {
    const project = await within(loadProject(file), loadMs);
    return project === LATE
      ? problem(
          "project",
          `is not loaded within ${loadMs / 1_000} s: its brokers were not asked`,
          mend,
        )
      : project;
  } catch (error) {
    // What a project's code throws may hold anything: its class and code alone are told.
    return problem(
      "project",
      `cannot be loaded (${nameOf(error)}): its brokers were not asked`,
      mend,
    );
  }
}

function isFinding(found: Project | Finding): found is Finding {
  return "state" in found;
}

/** What became of asking one broker. It is closed after, which takes no longer than an answer may. */
export async function checkBroker(
  { broker, by }: BrokerUse,
  { answerMs }: BrokerCheckLimits = LIMITS,
): Promise<Finding> {
  const what = `broker ${broker.name} (${usesText(by)})`;
  try {
    if (broker.ping === undefined) return judgeUnasked(what, broker.health());
    const answer = await within(broker.ping(), answerMs);
    return answer === LATE
      ? problem(what, `does not answer within ${answerMs / 1_000} s`, MEND_REACH)
      : ok(what, "answers, and lets the project in");
  } catch (error) {
    return judgeBrokerError(what, error);
  } finally {
    await within(broker.close({ drainMs: 0 }), answerMs).catch(() => undefined);
  }
}

const MEND_REACH =
  "see that it runs, that no firewall stands between, and that the project's code has the right address";
const MEND_RIGHTS =
  "mend the user, password or certificate that the project's code gives, or the rights at the broker";

/** What is wrong, by the code of the error; what a broker or driver said may hold a password, and is not told. */
export function judgeBrokerError(what: string, error: unknown): Finding {
  switch (codeOf(error)) {
    case "BROKER_DENIED":
      return problem(what, "does not let the project in", MEND_RIGHTS);
    case "MISSING_EXTRA":
      return problem(what, messageOf(error), "install the package beside the project");
    case "BROKER_UNAVAILABLE":
      return problem(what, `cannot be reached${causeOf(error)}`, MEND_REACH);
    default:
      return problem(
        what,
        `refuses to answer (${nameOf(error)})`,
        "see its own log, and that the project's code names a broker of this kind",
      );
  }
}

function judgeUnasked(what: string, { healthy }: { readonly healthy: boolean }): Finding {
  return healthy
    ? ok(what, "has no server of its own to ask")
    : problem(what, "says that it does not work", "see the worker's log");
}

function usesText(by: readonly string[]): string {
  const rest = by.length - USES_SHOWN;
  return [...by.slice(0, USES_SHOWN), ...(rest > 0 ? [`${rest} more`] : [])].join(", ");
}

async function within<Result>(work: Promise<Result>, ms: number): Promise<Result | typeof LATE> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { readonly code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** The system's own code (`ECONNREFUSED`), wherever in the chain it is. */
function causeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const code = codeOf(at);
    if (code !== undefined && /^E[A-Z_]+$/.test(code)) return ` (${code})`;
  }
  return "";
}

function nameOf(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : "no error");
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "";
}
