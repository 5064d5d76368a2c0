import type { Page } from "@playwright/test";

/** Marks of a chart's state that hold a token. */
const TOKENS = ["active", "waiting", "compensating", "stuck", "overdue", "dead"] as const;
const WITH_TOKEN = TOKENS.map((mark) => `[data-mark=${mark}]`).join(", ");

/** One instance: the answers in words, its chart, its steps. */
export function instancePage(page: Page) {
  const chart = page.getByRole("group", { name: /^Chart / });
  const answers = page.getByRole("region", { name: "In short" });
  const state = (path: string) => chart.locator(`button[data-state="${path}"]`);
  const timeline = page.getByRole("tabpanel", { name: "Timeline" });
  return {
    open: (machine: string, subject: string, query = "") =>
      page.goto(`/instances/${machine}/${subject}${query}`),
    visit: (link: string) => page.goto(link),
    title: page.getByRole("heading", { level: 1 }),
    answers,
    chart,
    arrows: chart.locator("svg .arrow"),
    state,
    /** The states that hold a token, not those around them; none once it has ended. */
    tokens: chart.locator(`button:is(${WITH_TOKEN}):not([data-container])`),
    steps: page.getByRole("button", { name: /^Step \d+, / }),
    currentStep: page.locator("[aria-current=step]"),
    stepCount: page.getByText(/^step \d+ of \d+$/),
    followingLive: page.getByText("following live"),
    followLive: page.getByRole("button", { name: "follow live" }),
    timeline,
    risks: page.getByRole("region", { name: "What can still fail" }),
    timers: page.getByRole("region", { name: "Timers" }),
    selectedState: page.getByRole("region", { name: "Selected state" }),
    act: page.getByRole("button", { name: "Act…" }),
    actions: {
      dialog: page.getByRole("dialog", { name: "Act on this instance" }),
      choose: (label: string) =>
        page
          .getByRole("group", { name: "What to do" })
          .getByRole("button", { name: label })
          .click(),
      step: page.getByLabel("Back to right after"),
      event: page.getByLabel("Event", { exact: true }),
      reason: page.getByLabel(/^Reason/),
      outcome: page.getByRole("region", { name: "Dry run" }),
      doIt: page.getByRole("button", { name: /^(Send the|Rewind the|Cancel the)/ }),
    },
    exportMenu: page.locator("summary", { hasText: "Export the drawing" }),
    saveAs: (kind: "SVG" | "PNG") => page.getByRole("button", { name: `Save as ${kind}` }),
    conversation: page.getByRole("link", { name: "Conversation", exact: true }),
    noInstance: page.getByText(/ has no instance for /),
    /** Leave a mark that a page that is loaded anew has lost, and tell whether it is still there. */
    markVisit: () => page.evaluate("globalThis.e2eVisit = true"),
    isSameVisit: () => page.evaluate<boolean>("globalThis.e2eVisit === true"),
    /** Note, from now on, when the page first shows each number of steps. */
    watchSteps: () => page.evaluate(WATCH_STEPS),
    /** When each was first seen, in milliseconds since 1970. */
    seenSteps: () => page.evaluate<Readonly<Record<string, number>>>("globalThis.e2eSteps"),
  };
}

/** See `instancePage`. */
export type InstancePage = ReturnType<typeof instancePage>;

const WATCH_STEPS = `
  globalThis.e2eSteps = {};
  new MutationObserver(() => {
    const [, revision] = /step \\d+ of (\\d+)/.exec(document.body.textContent) ?? [];
    if (revision !== undefined) globalThis.e2eSteps[revision] ??= Date.now();
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
`;
