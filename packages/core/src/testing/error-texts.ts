/** Numbers within [0, 1), the same for the same seed: a small linear congruential generator is chance enough for texts. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** What differs from one error text of a cause to the next. */
export interface TextNoise {
  number(max?: number): number;
  hex(digits: number): string;
  uuid(): string;
  key(): string;
  time(): string;
  quoted(): string;
  host(): string;
  path(): string;
  money(): string;
  pick<Item>(items: readonly Item[]): Item;
}

const NAMES = ["Zoë O'Hara", "Ivan Petrov", "李雷", "Mara Š.", "Jean-Luc 3rd", "x", ""];
const MONTHS = ["Jan", "Feb", "Mar", "Nov", "Dec"];

/** Noise of every kind that error texts are known to carry. */
export function textNoise(random: () => number): TextNoise {
  const number = (max = 100_000) => Math.floor(random() * max);
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => number(16).toString(16)).join("");
  const pick = <Item>(items: readonly Item[]): Item => items[number(items.length)] as Item;
  const two = (max: number) => String(number(max)).padStart(2, "0");
  const clock = () => `${two(24)}:${two(60)}:${two(60)}`;
  return {
    number,
    hex,
    pick,
    uuid: () => [8, 4, 4, 4, 12].map(hex).join("-"),
    key: () => `${pick(["order", "ord", "cart"])}-${number()}${pick(["", `-${hex(4)}`])}`,
    time: () =>
      pick([
        () => `2026-${two(12)}-${two(28)}T${clock()}.${number(1_000)}Z`,
        () => `2026-11-${two(28)} ${clock()}`,
        () => `${number(28) + 1} ${pick(MONTHS)} 2026 ${clock()} GMT`,
        () => `${pick(MONTHS)} ${number(28) + 1}, 2026 ${clock()}`,
        () => `${two(28)}.${two(12)}.2026 ${clock()}`,
      ])(),
    quoted: () => {
      const [open, close] = pick([
        ['"', '"'],
        ["“", "”"],
        ["«", "»"],
        ["`", "`"],
      ] as const);
      return `${open}${pick(NAMES)}${number(50)}${close}`;
    },
    host: () =>
      pick([
        () => `10.${number(255)}.${number(255)}.${number(255)}:${number(60_000) + 1_000}`,
        () => `card-${number(9)}.pay.internal:${number(9_000) + 1_000}`,
        () => `[fe80::${hex(4)}:${hex(4)}]:${number(60_000) + 10}`,
      ])(),
    path: () => `/srv/${hex(6)}/releases/${number()}/app/${pick(["pay", "cart", "mail"])}.py`,
    money: () => `${number(9_999)}.${two(100)}`,
  };
}
