import { lastSeqOf, type SkeletonPage } from "@/lib/conversation-skeleton.ts";

/** Reads where the envelopes of one conversation stand, and later only what came since. */
export interface SkeletonReader {
  /** All pages. @param recorded - how many there are at least, if that is known: what is read already may be enough */
  read(recorded?: number): Promise<readonly SkeletonPage[]>;
}

/** @param fetchPage - the page after a position */
export function createSkeletonReader(
  fetchPage: (after: string) => Promise<SkeletonPage>,
): SkeletonReader {
  let pages: readonly SkeletonPage[] = [];
  let queue: Promise<unknown> = Promise.resolve();

  async function readOn(from: readonly SkeletonPage[]): Promise<readonly SkeletonPage[]> {
    const all = [...from];
    for (;;) {
      const page = await fetchPage(lastOf(all));
      if (page.ids.length > 0) all.push(page);
      if (!page.more) return all;
    }
  }

  async function readUntil(recorded = 0): Promise<readonly SkeletonPage[]> {
    if (recorded > 0 && countOf(pages) >= recorded) return pages;
    const had = pages;
    pages = await readOn(had);
    // Something committed late and stands before what was read already: only reading all anew finds it.
    if (had.length > 0 && countOf(pages) < recorded) pages = await readOn([]);
    return pages;
  }

  return {
    read(recorded) {
      const asked = queue.then(() => readUntil(recorded));
      queue = asked.catch(() => undefined);
      return asked;
    },
  };
}

function lastOf(pages: readonly SkeletonPage[]): string {
  const last = pages.at(-1);
  return last ? lastSeqOf(last) : "0";
}

function countOf(pages: readonly SkeletonPage[]): number {
  return pages.reduce((sum, { ids }) => sum + ids.length, 0);
}
