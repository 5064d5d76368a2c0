/** Do something with each item, so many at a time, in their order. Ends when all have ended. */
export async function inParallel<Item>(
  items: readonly Item[],
  atOnce: number,
  run: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = items.values();
  const work = async () => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, work));
}
