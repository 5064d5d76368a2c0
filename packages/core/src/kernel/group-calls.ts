/** How calls go together. */
export interface GroupOptions<Item, Answer> {
  /**
   * Do them in one go, all or none.
   *
   * @returns an answer each, in order
   */
  readonly run: (items: readonly Item[]) => Promise<readonly Answer[]>;
  readonly weightOf: (item: Item) => number;
  /** Of a group; one that is heavier goes by itself. */
  readonly weightMax: number;
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
  const { run, groupsMax, isShared } = options;
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

  const pump = (): void => {
    isDue = false;
    while (underWay < groupsMax && waiting.length > 0) {
      underWay += 1;
      void runAll(waiting.splice(0, countOf(waiting, options))).then(() => {
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

/** How many go together: one in any case. */
function countOf<Item, Answer>(
  waiting: readonly Waiting<Item, Answer>[],
  { weightOf, weightMax }: GroupOptions<Item, Answer>,
): number {
  let weight = 0;
  const tooMany = waiting.findIndex(({ item }) => {
    weight += weightOf(item);
    return weight > weightMax;
  });
  return tooMany < 0 ? waiting.length : Math.max(1, tooMany);
}
