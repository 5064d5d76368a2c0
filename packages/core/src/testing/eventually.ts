/** Longer than a busy machine needs, and shorter than a test may take, so that it is told what was waited for. */
const WAIT_MS = 50_000;
const LOOK_MS = 10;

/**
 * Look until what is asked for is there.
 *
 * @param waitMs - give up after this; default 50 s
 */
export async function eventually<Found>(
  what: string,
  look: () => Promise<Found | undefined | false>,
  waitMs = WAIT_MS,
): Promise<Found> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
