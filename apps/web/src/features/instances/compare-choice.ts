/** An instance that was chosen from the list. */
export interface ChosenInstance {
  readonly machineId: string;
  readonly subject: string;
}

/** What can be made of the instances that were chosen: a comparison takes two, of one machine. */
export type CompareChoice =
  | { readonly kind: "none" }
  | { readonly kind: "pair"; readonly a: string; readonly b: string; readonly says: string }
  | { readonly kind: "not yet"; readonly says: string };

/** `machine/subject`, as a comparison's address names an instance. */
export function nameOf({ machineId, subject }: ChosenInstance): string {
  return `${machineId}/${subject}`;
}

/** What was chosen with one more, or without it if it was chosen already; in the order of choosing. */
export function toggleChosen(
  chosen: readonly ChosenInstance[],
  { machineId, subject }: ChosenInstance,
): readonly ChosenInstance[] {
  const name = nameOf({ machineId, subject });
  const others = chosen.filter((each) => nameOf(each) !== name);
  return others.length < chosen.length ? others : [...chosen, { machineId, subject }];
}

/** Whether what was chosen can be compared, and in words why not. */
export function readChoice(chosen: readonly ChosenInstance[]): CompareChoice {
  const [a, b] = chosen;
  if (a === undefined) return { kind: "none" };
  if (b === undefined) {
    return {
      kind: "not yet",
      says: `${a.subject} is chosen. Choose another one of ${a.machineId}.`,
    };
  }
  if (chosen.length > 2) {
    return { kind: "not yet", says: `${chosen.length} are chosen. Only two can be compared.` };
  }
  if (a.machineId !== b.machineId) {
    const says = `One is of ${a.machineId}, one of ${b.machineId}. Only two of one machine can be compared.`;
    return { kind: "not yet", says };
  }
  return {
    kind: "pair",
    a: nameOf(a),
    b: nameOf(b),
    says: `${a.subject} and ${b.subject} are chosen.`,
  };
}
