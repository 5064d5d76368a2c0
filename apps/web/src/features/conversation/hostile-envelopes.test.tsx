// @vitest-environment node
import { describe, expect, it, vi } from "vitest";
import { HOSTILE_COUNT, takeHostile } from "@/server/testing/hostile-flow.ts";
import { readEnvelope } from "@/server/testing/hostile-reads.ts";
import { dangersIn, drawStill } from "@/trpc/testing/draw-still.tsx";
import { EnvelopeDock } from "./components/envelope-dock.tsx";

vi.mock("next/navigation", () => ({
  useRouter: () => ({ push: () => {} }),
  usePathname: () => "/conversations/x",
  useSearchParams: () => new URLSearchParams(),
}));

describe("an envelope of a conversation", () => {
  it("is shown as text alone, each that was taken of a hundred thousand hostile requests", {
    timeout: 3_600_000,
  }, async () => {
    let shown = 0;
    let told = 0;
    for await (const answers of takeHostile()) {
      for (const envelope of answers.flatMap(({ taken }) => taken)) {
        const view = await readEnvelope(envelope, shown);
        const { id, correlationId } = view;
        const dock = <EnvelopeDock id={id} correlationId={correlationId} deeds={[]} />;
        const html = drawStill(dock, (cache, trpc) =>
          cache.setQueryData(trpc.envelopes.get.queryKey({ id }), view as never),
        );
        expect(html).not.toContain("Reading the envelope");
        expect(dangersIn(html), JSON.stringify(envelope).slice(0, 2_000)).toEqual([]);
        shown += 1;
        if (html.includes("__pwned")) told += 1;
      }
    }
    expect(shown).toBeGreaterThan(HOSTILE_COUNT / 10);
    expect(told).toBeGreaterThan(shown / 10);
  });
});
