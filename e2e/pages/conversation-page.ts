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
    /** How far from the left edge an envelope is drawn. */
    leftOf: async (type: string) => (await box(type).boundingBox())?.x ?? Number.NaN,
    dock,
    dockTitle: dock.getByRole("heading", { level: 2 }).first(),
    masks: dock.getByText("redacted", { exact: true }),
  };
}

/** See `conversationPage`. */
export type ConversationPage = ReturnType<typeof conversationPage>;
