/** Run so many one after the other in so many loops side by side; the milliseconds of each. */
export async function runInLoops(
  count: number,
  atOnce: number,
  run: (index: number) => Promise<void>,
): Promise<readonly number[]> {
  const times: number[] = [];
  let next = 0;
  const loop = async () => {
    while (next < count) {
      const index = next;
      next += 1;
      const startedAt = performance.now();
      await run(index);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return times;
}
