/** How calls go together. */
export interface GroupOptions<Item, Answer> {
  /**
   * Do them in one go, all or none.
   *
   * @returns an answer each, in order
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  /** Which of those that wait go together now: their places, in order, and one at least. */
  readonly choose: (waiting: readonly Item[]) => readonly number[];
  /** Groups under way at once. */
  readonly groupsMax: number;
  /** Whether a failure is everybody's. Of any other one of them may be the cause: then each is done alone. */
  readonly isShared: (error: unknown) => boolean;
}

interface Waiting<Item, Answer> {
  readonly item: Item;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

/**
 * Do together what is asked for in one turn of the event loop, or while others are under way. Each caller has its own answer and its
 * own failure, as if it had been alone; what is waiting goes in the order in which it was asked for.
 */
export function groupCalls<Item, Answer>(
  options: GroupOptions<Item, Answer>,
): (item: Item) => Promise<Answer> {
  const { run, choose, groupsMax, isShared } = options;
  const waiting: Waiting<Item, Answer>[] = [];
  let underWay = 0;
  let isDue = false;

  const runAll = async (group: readonly Waiting<Item, Answer>[]): Promise<void> => {
    try {
      const answers = await run(group.map(({ item }) => item));
      for (const [at, { resolve }] of group.entries()) resolve(answers[at] as Answer);
    } catch (error) {
      if (group.length === 1 || isShared(error)) for (const { reject } of group) reject(error);
      else for (const one of group) await runAll([one]);
    }
  };

  const takeNext = (): readonly Waiting<Item, Answer>[] => {
    const chosen = new Set(choose(waiting.map(({ item }) => item)));
    const taken = waiting.filter((_one, at) => chosen.has(at));
    waiting.splice(0, waiting.length, ...waiting.filter((_one, at) => !chosen.has(at)));
    return taken;
  };

  const pump = (): void => {
    isDue = false;
    while (underWay < groupsMax && waiting.length > 0) {
      underWay += 1;
      void runAll(takeNext()).then(() => {
        underWay -= 1;
        pump();
      });
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (isDue) return;
      isDue = true;
      setImmediate(pump);
    });
}

/** The first of those that wait, as many as weigh no more than so much together; one that is heavier goes by itself. */
export function upToWeight<Item>(
  weightOf: (item: Item) => number,
  weightMax: number,
): GroupOptions<Item, unknown>["choose"] {
  return (waiting) => {
    let weight = 0;
    const tooMany = waiting.findIndex((item) => {
      weight += weightOf(item);
      return weight > weightMax;
    });
    const count = tooMany < 0 ? waiting.length : Math.max(1, tooMany);
    return Array.from({ length: count }, (_one, at) => at);
  };
}
