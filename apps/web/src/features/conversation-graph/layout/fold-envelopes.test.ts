import { describe, expect, it } from "vitest";
import type { EnvelopeFacts } from "./envelope-facts.ts";
import { type Folding, foldEnvelopes, PAGE, PLAIN_FOLDING } from "./fold-envelopes.ts";
import { readCausation } from "./read-causation.ts";
import { envelope, many } from "./testing/make-envelopes.ts";

const fold = (
  envelopes: readonly EnvelopeFacts[],
  folding: Partial<Folding> = {},
  boxesMax?: number,
) => foldEnvelopes(readCausation(envelopes), { ...PLAIN_FOLDING, ...folding }, boxesMax);
const kinds = (items: ReturnType<typeof fold>) => items.map(({ kind, count }) => [kind, count]);

describe("foldEnvelopes", () => {
  it("shows a cause that is not recorded as a gap, once for all that hang on it", () => {
    const items = fold([envelope("a", "lost"), envelope("b", "lost"), envelope("c", "a")]);
    expect(items.map(({ id, kind, hop }) => [id, kind, hop])).toEqual([
      ["gap lost", "gap", 0],
      ["a", "envelope", 1],
      ["b", "envelope", 1],
      ["c", "envelope", 2],
    ]);
  });

  it("counts many missing causes in one gap", () => {
    const hanging = Array.from({ length: 30 }, (_, index) => envelope(`${index}`, `lost-${index}`));
    const [gap, ...rest] = fold(hanging.map((one) => ({ ...one, type: "shop.late" })));
    expect(gap).toMatchObject({ kind: "gap", count: 30 });
    expect(kinds(rest)).toEqual([["stack", 30]]);
  });

  it("folds more than six of one type and cause, and counts them", () => {
    const items = fold([envelope("placed"), ...many(215, "placed"), envelope("x", "placed")]);
    expect(items.map(({ kind, count, id }) => [kind, count, id === "x"])).toEqual([
      ["envelope", 1, false],
      ["stack", 215, false],
      ["envelope", 1, true],
    ]);
  });

  it("leaves six alone", () => {
    const items = fold([envelope("placed"), ...many(6, "placed")]);
    expect(items.filter(({ kind }) => kind === "stack")).toEqual([]);
  });

  it("groups by lane whatever the types are, and says how many types", () => {
    const mixed = [
      ...many(5, "placed", { type: "stock.taken" }),
      ...many(5, "placed", { type: "stock.put" }).map((one) => ({ ...one, id: `put-${one.id}` })),
    ];
    const envelopes = [envelope("placed"), ...mixed];
    expect(fold(envelopes)).toHaveLength(11);
    expect(fold(envelopes, { by: "lane" })[1]).toMatchObject({
      kind: "stack",
      count: 10,
      types: 2,
    });
  });

  it("shows a page one by one where repeats are not grouped, and counts the rest", () => {
    const items = fold([envelope("placed"), ...many(100, "placed")], { by: "none" });
    expect(items.filter(({ kind }) => kind === "envelope")).toHaveLength(PAGE + 1);
    expect(items.at(-1)).toMatchObject({ kind: "stack", count: 100 - PAGE });
  });

  it("unfolds by pages without ever capping", () => {
    const envelopes = [envelope("placed"), ...many(2 * PAGE, "placed")];
    const group = fold(envelopes).find(({ kind }) => kind === "stack")?.group ?? "";
    const paged = fold(envelopes, { opened: { [group]: 1 } });
    expect(paged.filter(({ kind }) => kind === "envelope")).toHaveLength(PAGE + 1);
    expect(paged.find(({ kind }) => kind === "stack")?.count).toBe(PAGE);
    const whole = fold(envelopes, { opened: { [group]: 2 } });
    expect(whole.map(({ kind }) => kind)).not.toContain("stack");
    expect(whole).toHaveLength(2 * PAGE + 1);
  });

  it("takes the one that is looked at out of its stack, with all that led to it", () => {
    const first = many(300, "placed");
    const answers = first.map(({ id }) => envelope(`${id}-answer`, id, { type: "stock.noted" }));
    const items = fold([envelope("placed"), ...first, ...answers], { reveal: "placed-211-answer" });
    const single = items.filter(({ kind }) => kind === "envelope").map(({ id }) => id);
    expect(single).toEqual(["placed", "placed-211", "placed-211-answer"]);
  });

  it("groups the effects of a stack in their turn, so that large conversations stay small", () => {
    const first = many(3000, "placed");
    const answers = first.map(({ id }) => envelope(`${id}-answer`, id, { type: "stock.noted" }));
    expect(kinds(fold([envelope("placed"), ...first, ...answers]))).toEqual([
      ["envelope", 1],
      ["stack", 3000],
      ["stack", 3000],
    ]);
  });

  it("shuts what follows a box when asked to, and says how much that is", () => {
    const envelopes = [envelope("a"), envelope("b", "a"), envelope("c", "b"), envelope("d", "a")];
    const key = fold(envelopes).find(({ id }) => id === "b")?.key ?? "";
    const items = fold(envelopes, { shut: [key] });
    expect(items.map(({ id, isShut, after }) => [id, isShut, after])).toEqual([
      ["a", false, 3],
      ["b", true, 1],
      ["d", false, 0],
    ]);
  });

  it("shuts what there is no room for, and opens it for whoever asks", () => {
    const chain = Array.from({ length: 60 }, (_, index) =>
      envelope(`${index}`, index === 0 ? undefined : `${index - 1}`),
    );
    const items = fold(chain, {}, 20);
    const last = items.at(-1);
    expect(items).toHaveLength(20);
    expect(last).toMatchObject({ isShut: true, after: 40 });
    const opened = { [last?.key ?? ""]: 1 };
    expect(fold(chain, { opened }, 20)).toHaveLength(21);
  });

  it("cuts causes that go in a circle, and loses nothing", () => {
    const circle = [
      envelope("a", "c"),
      envelope("b", "a"),
      envelope("c", "b"),
      envelope("me", "me"),
    ];
    const items = fold(circle);
    expect(items.map(({ id }) => id).sort()).toEqual(["a", "b", "c", "me"]);
    expect(Math.max(...items.map(({ hop }) => hop))).toBe(2);
  });
});
