import type { Page } from "@playwright/test";

/** The chain of envelopes of a correlation id. */
export function conversationPage(page: Page) {
  const graph = page.getByRole("region", { name: "Graph" });
  const dock = page.getByRole("region", { name: "Envelope" });
  const box = (type: string) => graph.locator(`button[data-box][title="${type}"]`);
  return {
    open: (correlationId: string, query = "") =>
      page.goto(`/conversations/${correlationId}${query}`),
    title: page.getByRole("heading", { level: 1 }),
    boxes: graph.locator("button[data-box]"),
    box,
    /** Which of the three views is shown. */
    view: (name: "Graph" | "Sequence" | "Time") => graph.getByRole("button", { name, exact: true }),
    /** What the drawing is said to be. */
    drawing: (kind: "causation graph" | "sequence" | "waterfall") =>
      graph.locator(`[aria-roledescription="${kind}"]`),
    /** The boxes or rows that are in the document, from top to bottom. */
    types: () =>
      graph.locator("button[data-box]").evaluateAll((boxes) =>
        boxes
          .map((box) => ({ type: box.title, top: box.getBoundingClientRect().top }))
          .sort((a, b) => a.top - b.top)
          .map(({ type }) => type),
      ),
    selected: graph.locator("button[data-box][aria-pressed=true]"),
    counts: graph.getByRole("status"),
    groupBy: graph.getByRole("combobox", { name: "Group repeats" }),
    more: graph.getByRole("button", { name: /^Show more of/ }),
    /** How far from the left edge an envelope is drawn. */
    leftOf: async (type: string) => (await box(type).boundingBox())?.x ?? Number.NaN,
    dock,
    dockTitle: dock.getByRole("heading", { level: 2 }).first(),
    masks: dock.getByText("redacted", { exact: true }),
  };
}

/** See `conversationPage`. */
export type ConversationPage = ReturnType<typeof conversationPage>;
