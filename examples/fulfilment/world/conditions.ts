/** The companies that the world plays. */
export const COMPANIES = ["card", "warehouse", "carrier", "mail"] as const;
export type Company = (typeof COMPANIES)[number];

/** How well a company does at the moment. Rates are shares of its calls, from 0 to 1. */
export interface Conditions {
  /** Answers 503 to everything, until it is set to false. */
  readonly down: boolean;
  /** Answers 503 and does nothing. */
  readonly failRate: number;
  /** Does the work, but keeps the answer back for `hangMs`. */
  readonly hangRate: number;
  readonly hangMs: number;
  /** Says no where it could say yes (only the card company). */
  readonly declineRate: number;
  /** Outages of 5 to 15 seconds that come by themselves. */
  readonly outagesPerHour: number;
  /** Answers take from `latencyMinMs` to `latencyMaxMs`. */
  readonly latencyMinMs: number;
  readonly latencyMaxMs: number;
}

export type WorldConditions = Readonly<Record<Company, Conditions>>;

/** A change to the conditions that cannot be made. */
export class InvalidConditionsError extends Error {
  override readonly name = "InvalidConditionsError";
}

const USUAL: Conditions = {
  down: false,
  failRate: 0.01,
  hangRate: 0.002,
  hangMs: 20_000,
  declineRate: 0,
  outagesPerHour: 1,
  latencyMinMs: 100,
  latencyMaxMs: 500,
};

const NO_MISHAPS = { failRate: 0, hangRate: 0, declineRate: 0, outagesPerHour: 0 };

/** An ordinary day; when `calm`, one without mishaps, for tests. */
export function usualConditions(calm: boolean): WorldConditions {
  const mishaps = calm ? NO_MISHAPS : {};
  return {
    card: { ...USUAL, declineRate: 0.01, outagesPerHour: 2, latencyMaxMs: 900, ...mishaps },
    warehouse: { ...USUAL, latencyMaxMs: 700, ...mishaps },
    carrier: { ...USUAL, latencyMaxMs: 900, ...mishaps },
    mail: { ...USUAL, latencyMinMs: 20, latencyMaxMs: 100, ...mishaps },
  };
}

/**
 * Change what `change` names, for example `{ card: { down: true } }`, and leave the rest.
 *
 * @throws {InvalidConditionsError} naming the field, if there is no such company or field, or the value does not fit
 */
export function changeConditions(conditions: WorldConditions, change: unknown): WorldConditions {
  const changed = { ...conditions };
  for (const [name, fields] of entriesOf(change, "conditions")) {
    const company = COMPANIES.find((candidate) => candidate === name);
    if (company === undefined) {
      throw new InvalidConditionsError(`'${name}' is not one of ${COMPANIES.join(", ")}`);
    }
    for (const [field, value] of entriesOf(fields, name)) requireFit(name, field, value);
    changed[company] = { ...conditions[company], ...(fields as object) };
  }
  return changed;
}

function entriesOf(value: unknown, name: string): [string, unknown][] {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    return Object.entries(value);
  }
  throw new InvalidConditionsError(`${name} must be an object`);
}

function requireFit(company: string, field: string, value: unknown): void {
  if (!Object.hasOwn(USUAL, field)) {
    throw new InvalidConditionsError(
      `'${company}.${field}' is not one of ${Object.keys(USUAL).join(", ")}`,
    );
  }
  if (field === "down") {
    if (typeof value === "boolean") return;
    throw new InvalidConditionsError(`${company}.down must be true or false`);
  }
  const most = field.endsWith("Rate") ? 1 : Number.MAX_SAFE_INTEGER;
  if (typeof value !== "number" || !(value >= 0 && value <= most)) {
    throw new InvalidConditionsError(`${company}.${field} must be a number from 0 to ${most}`);
  }
}
