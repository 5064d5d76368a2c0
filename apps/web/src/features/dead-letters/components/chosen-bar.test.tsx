import { act, cleanup, fireEvent } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { drawWithAnswers, SILENCE } from "@/trpc/testing/draw-with-answers.tsx";
import type { Chosen } from "../use-chosen.ts";
import { ChosenBar } from "./chosen-bar.tsx";

const CHOSEN = { ids: new Set(["l-1"]), isEverything: false } as unknown as Chosen;

afterEach(cleanup);

describe("ChosenBar", () => {
  it("freezes letters once, however often the key is pressed while that is under way", async () => {
    const { callsOf } = drawWithAnswers(
      <ChosenBar
        chosen={CHOSEN}
        permissions={["dryRun"]}
        filter={{ state: "open" }}
        count={1}
        onFrozen={() => {}}
      >
        {null}
      </ChosenBar>,
      { "replayJobs.preview": () => SILENCE },
    );
    fireEvent.keyDown(document.body, { key: "r" });
    await vi.waitFor(() => expect(callsOf("replayJobs.preview")).toHaveLength(1));
    fireEvent.keyDown(document.body, { key: "r" });
    fireEvent.keyDown(document.body, { key: "r" });
    await act(async () => {}); // what was asked for has been asked then
    expect(callsOf("replayJobs.preview")).toHaveLength(1);
  });
});
