import { cleanup, fireEvent, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, expect, it } from "vitest";
import { drawWithAnswers, refusal, SILENCE } from "./draw-with-answers.tsx";

/** A page that shows one read, for who may see all of it. */
export interface ReadPage {
  readonly page: ReactElement;
  /** The path of its read. */
  readonly path: string;
  /** What an error says could not be read. */
  readonly unreadable: string;
  /** What an error says may be there all the same. */
  readonly consequence: string;
  /** An answer, and a text that is only there because of it. */
  readonly answer: unknown;
  readonly shown: string;
  /** An answer with nothing in it, and what the page then says. */
  readonly none?: { readonly answer: unknown; readonly words: string };
}

const ADMIN = { role: "admin", permissions: ["view", "administer"] };
const FAILURE = "the database did not answer";
const fail = () => {
  throw refusal("INTERNAL_SERVER_ERROR", FAILURE);
};

/** The faces that each such page has: it reads, it knows, it does not know, and what it knew is old. */
export function testReadStates(read: ReadPage): void {
  const { page, path, shown, none } = read;
  const draw = (answer: () => unknown) =>
    drawWithAnswers(page, { "session.me": () => ADMIN, [path]: answer });
  const expectNoList = () => {
    expect(screen.queryByText(shown)).toBeNull();
    if (none) expect(screen.queryByText(none.words)).toBeNull();
  };

  afterEach(cleanup);

  it("says that it is reading, and of nothing that it is not there", async () => {
    draw(() => SILENCE);
    const reading = await screen.findByText(/^Reading /);
    expect(reading.closest("[aria-busy=true]")).not.toBeNull();
    expectNoList();
  });

  it("says why it could not read and what may be there, never an empty list, and tries again when asked", async () => {
    let answer: () => unknown = fail;
    draw(() => answer());
    const alert = await screen.findByRole("alert");
    expect(alert.textContent).toContain(`${read.unreadable} could not be read`);
    expect(alert.textContent).toContain(`The database did not answer. ${read.consequence}`);
    expectNoList();

    answer = () => read.answer;
    fireEvent.click(screen.getByRole("button", { name: "Try again" }));
    expect(await screen.findByText(shown)).toBeDefined();
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });

  it("leaves what it knew under a warning when a later read fails", async () => {
    let answer: () => unknown = () => read.answer;
    const { readAgain } = draw(() => answer());
    await screen.findByText(shown);

    answer = fail;
    await readAgain();
    expect((await screen.findByText(FAILURE)).closest("[role=alert]")).not.toBeNull();
    expect(screen.getByText(shown)).toBeDefined();
  });

  if (none) {
    it("says that there is nothing once that is known", async () => {
      draw(() => none.answer);
      expect(await screen.findByText(none.words)).toBeDefined();
      expect(screen.queryByText(/could not be read/)).toBeNull();
    });
  }
}

/** What a page shows of a read that the server refuses to a role: why, and no empty list. */
export function testRefusedRead({ page, path, none, shown }: ReadPage): void {
  it("says that the role may not see it, never an empty list", async () => {
    drawWithAnswers(page, {
      "session.me": () => ({ role: "viewer", permissions: ["view"] }),
      [path]: () => {
        throw refusal("FORBIDDEN", "the role 'viewer' may not do this");
      },
    });
    expect((await screen.findByRole("alert")).textContent).toContain(
      "The role 'viewer' may not do this",
    );
    expect(screen.queryByText(shown)).toBeNull();
    if (none) expect(screen.queryByText(none.words)).toBeNull();
  });
}
