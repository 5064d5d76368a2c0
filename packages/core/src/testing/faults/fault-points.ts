import type { SentStatement, StatementFault } from "../faulty-pool.ts";

/** A statement of a story, by its number, and how it is to fail. */
export interface FaultPoint {
  readonly n: number;
  readonly fault: StatementFault;
  readonly text: string;
}

/** A statement outside a transaction, or all of one transaction, with its place. */
type Unit = readonly { readonly n: number; readonly text: string }[];

/**
 * Chooses what is to fail in one story after the other: each end of a transaction, and all statements of the first of all
 * transactions that consist of the same ones; of looking for work, and of statements outside transactions, each once.
 *
 * Where a statement fails inside a transaction, all of it is rolled back, whether by an error or with its connection: there
 * the two faults take turns. At the ends of a transaction and outside of one they differ, and each statement fails in both
 * ways.
 */
export function faultPointChooser(): (sent: readonly SentStatement[]) => readonly FaultPoint[] {
  const known = new Set<string>();
  return (sent) =>
    unitsOf(sent).flatMap((unit) => {
      const shape = unit.map(({ text }) => text).join(";");
      const isKnown = known.has(shape);
      known.add(shape);
      if (!isKnown) return unit.flatMap((at, place) => pointsAt(unit, at, place));
      return isStep(unit) ? unit.slice(-1).flatMap(inBothWays) : [];
    });
}

function unitsOf(sent: readonly SentStatement[]): readonly Unit[] {
  const units = new Map<string, { n: number; text: string }[]>();
  for (const [at, { text, transaction }] of sent.entries()) {
    const key = transaction === undefined ? `alone ${at}` : `transaction ${transaction}`;
    const unit = units.get(key) ?? [];
    units.set(key, unit);
    unit.push({ n: at + 1, text });
  }
  return [...units.values()];
}

/** Looking after the shards is a transaction as well, and the same each time. */
function isStep(unit: Unit): boolean {
  return unit.length > 1 && unit.some(({ text }) => text.includes("sagascope.history"));
}

function pointsAt(unit: Unit, at: Unit[number], place: number): readonly FaultPoint[] {
  const isInside = place > 0 && place < unit.length - 1;
  if (!isInside) return inBothWays(at);
  return [{ ...at, fault: place % 2 === 0 ? "refused" : "answer lost" }];
}

function inBothWays(at: Unit[number]): readonly FaultPoint[] {
  return [
    { ...at, fault: "refused" },
    { ...at, fault: "answer lost" },
  ];
}
