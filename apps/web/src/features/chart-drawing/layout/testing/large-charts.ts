/** Charts of the shapes that large ones have, by name: what a layout has to cope with. */
export function largeCharts(states: number): Readonly<Record<string, object>> {
  return {
    tree: ofStates(states, (at) => [2 * at + 1, 2 * at + 2].filter((child) => child < states)),
    chain: ofStates(states, (at) => [Math.min(states - 1, at + 1), states - 1]),
    dense: ofStates(states, (at) => [1, 7, 31, 97].map((step) => (at * step + step) % states)),
    nested: nested(Math.round(states / 10)),
  };
}

function ofStates(count: number, targetsOf: (at: number) => readonly number[]): object {
  const states = Array.from({ length: count }, (_, at) => {
    const on = targetsOf(at).map((to, event) => [`EVENT_${event}`, `s${to}`] as const);
    return [`s${at}`, { on: Object.fromEntries(on) }] as const;
  });
  return { id: "large", initial: "s0", states: Object.fromEntries(states) };
}

/** Groups of nine states in a circle, which is a circle of groups. */
function nested(groups: number): object {
  const inner = Array.from({ length: 9 }, (_, at) => {
    const on = { NEXT: `a${(at + 1) % 9}`, SKIP: `a${(at + 3) % 9}` };
    return [`a${at}`, { on }] as const;
  });
  const outer = Array.from({ length: groups }, (_, at) => {
    const on = { ON: `g${(at + 1) % groups}`, BACK: `g${(at + groups - 1) % groups}` };
    return [`g${at}`, { initial: "a0", on, states: Object.fromEntries(inner) }] as const;
  });
  return { id: "large", initial: "g0", states: Object.fromEntries(outer) };
}
