/** What AsyncAPI allows in the key of a message, an operation or a channel. */
const NOT_ALLOWED = /[^A-Za-z0-9_.-]/g;

/** A name as AsyncAPI allows it in a key: anything else becomes `_`. */
export function sanitiseKey(name: string): string {
  return name.replace(NOT_ALLOWED, "_");
}

/**
 * One key a name, in the same order, all different. A name that is allowed as it is keeps its own; one whose sanitised
 * form is taken gets a number, `GO_NOW_2`, so that no message is lost.
 */
export function assignMessageKeys(names: readonly string[]): string[] {
  const taken = new Set(names.filter((name) => sanitiseKey(name) === name));
  return names.map((name) => {
    const key = sanitiseKey(name);
    if (key === name) return key;
    let free = key;
    for (let number = 2; taken.has(free); number += 1) free = `${key}_${number}`;
    taken.add(free);
    return free;
  });
}
