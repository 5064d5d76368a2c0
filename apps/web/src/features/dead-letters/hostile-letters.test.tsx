// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { dispatchHostile, HOSTILE_COUNT, takeHostile } from "@/server/testing/hostile-flow.ts";
import { readLetter } from "@/server/testing/hostile-reads.ts";
import { dangersIn, drawStill } from "@/trpc/testing/draw-still.tsx";
import { LetterPage } from "./letter-page.tsx";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/dead-letters",
  useSearchParams: () => new URLSearchParams(),
}));

const ADMIN = {
  role: "admin",
  permissions: ["view", "replay", "resolve", "dryRun", "unseal", "administer"],
};

describe("the page of a letter", () => {
  it("shows every letter that a hundred thousand hostile requests lead to, as text alone", {
    timeout: 3_600_000,
  }, async () => {
    let shown = 0;
    let told = 0;
    for await (const answers of takeHostile()) {
      const { letters } = await dispatchHostile(answers.flatMap(({ taken }) => taken));
      for (const state of letters) {
        const letter = await readLetter(state);
        const html = drawStill(
          <LetterPage id={letter.id} renderChart={() => null} />,
          (cache, trpc) => {
            cache.setQueryData(trpc.deadLetters.get.queryKey({ id: letter.id }), letter as never);
            cache.setQueryData(trpc.session.me.queryKey(), ADMIN as never);
          },
        );
        expect(html).not.toContain("Reading the letter");
        expect(dangersIn(html), JSON.stringify(state).slice(0, 2_000)).toEqual([]);
        shown += 1;
        if (html.includes("__pwned")) told += 1;
      }
    }
    expect(shown).toBeGreaterThan(HOSTILE_COUNT / 20);
    expect(told).toBeGreaterThan(shown / 10); // markup is there, as text: it was not left out
  });
});
