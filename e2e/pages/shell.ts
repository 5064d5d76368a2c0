import { expect, type Page } from "@playwright/test";

/** A place of the rail. */
export type Place =
  | "Overview"
  | "Instances"
  | "Conversations"
  | "Choreography"
  | "Dead letters"
  | "AsyncAPI"
  | "Audit";

/** What stands around every page: the rail, the palette, the keys, the banners. */
export function shell(page: Page) {
  const rail = page.getByRole("navigation", { name: "Main" });
  const palette = page.getByRole("dialog", { name: "Search" });
  const person = page.locator("summary", { hasText: "admin" });
  const place = (name: Place) => rail.getByRole("link", { name });
  return {
    place,
    /** The page listens to keys and has heard of the data. */
    untilReady: () => expect(page.getByRole("complementary")).toContainText("shop"),
    currentPlace: rail.locator("[aria-current=page]"),
    person,
    signOut: async () => {
      await person.click();
      await page.getByRole("button", { name: "Sign out" }).click();
    },
    palette,
    paletteBox: palette.getByRole("combobox"),
    paletteOptions: palette.getByRole("option"),
    keys: page.getByRole("dialog", { name: "Keys" }),
    liveness: page.getByRole("banner").getByRole("status"),
    noWorker: page.getByText("No worker is alive."),
    notFound: page.getByRole("heading", { name: "There is no such page" }),
    loading: page.getByRole("main").locator("[aria-busy=true]"),
    errors: page.getByRole("main").getByRole("alert"),
    /** How far the page's content reaches beyond its edge, in pixels. */
    overflow: () =>
      page.evaluate<number>(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('main').parentElement)",
      ),
    theme: page.locator("html"),
    chooseTheme: (name: "Light" | "Dark") =>
      page.getByRole("group", { name: "Theme" }).getByRole("button", { name }).click(),
  };
}

/** See `shell`. */
export type Shell = ReturnType<typeof shell>;
