import { describe, expect, it } from "vitest";
import { DECLINED_CARD, GOOD_CARDS, ISSUER_DOWN_CARD, ISSUER_DOWN_MS } from "./special-values.ts";
import { createWorld, type World } from "./world.ts";

const paidWith = (number: string) => ({ order: "order-42", card: { number } });
const GOOD = paidWith(GOOD_CARDS[0]);

/** How a world treats a hundred captures. */
const fates = (world: World) =>
  Array.from({ length: 100 }, (_, index) => world.call("card/captures", `key-${index}`, GOOD));

const stillWorld = (seed = 1, calm = true) => createWorld(seed, calm, () => 0);

describe("a world", () => {
  it("treats the same calls the same if its seed is the same, in whatever order they come", () => {
    const one = stillWorld(7, false);
    const other = stillWorld(7, false);
    other.call("mail/messages", "something else first", { order: "order-1" });
    expect(fates(one)).toEqual(fates(other));
    expect(fates(stillWorld(8, false))).not.toEqual(fates(one));
  });

  it("carries out an idempotency key once, and answers the same each time", () => {
    const world = stillWorld();
    const answers = [1, 2, 3].map(() => world.call("card/captures", "key", GOOD));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(world.calls()).toEqual([
      {
        operation: "card/captures",
        key: "key",
        order: "order-42",
        requests: 3,
        carriedOut: 1,
        lastStatus: 200,
      },
    ]);
  });

  it("tells the calls of one order", () => {
    const world = stillWorld();
    world.call("card/captures", "a", GOOD);
    world.call("carrier/labels", "b", { order: "order-43" });
    expect(world.calls("order-43").map(({ key }) => key)).toEqual(["b"]);
  });

  it("does nothing for a company that is down, and does it once it is back", () => {
    const world = stillWorld();
    world.change({ card: { down: true } });
    expect(world.call("card/captures", "key", GOOD).status).toBe(503);
    expect(world.call("carrier/labels", "label", GOOD).status).toBe(200);
    expect(world.calls("order-42")[0]).toMatchObject({ requests: 1, carriedOut: 0 });
    world.change({ card: { down: false } });
    expect(world.call("card/captures", "key", GOOD).status).toBe(200);
  });

  it("answers 503 by chance, and keeps answers back by chance, without doing a repeat twice", () => {
    const world = stillWorld();
    world.change({ card: { failRate: 0.5, hangRate: 0.5, hangMs: 99_000 } });
    const answers = fates(world);
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(25);
    const hanging = answers.findIndex(({ afterMs }) => afterMs === 99_000);
    expect(answers[hanging]?.status).toBe(200);
    const repeat = world.call("card/captures", `key-${hanging}`, GOOD);
    expect(repeat).toMatchObject({ status: 200, body: answers[hanging]?.body });
    expect(repeat.afterMs).toBeLessThan(99_000);
  });

  it("declines the declined test card always, and others at the rate that was set", () => {
    const world = stillWorld();
    expect(world.call("card/captures", "a", paidWith(DECLINED_CARD)).status).toBe(402);
    expect(world.call("card/captures", "b", GOOD).status).toBe(200);
    world.change({ card: { declineRate: 1 } });
    expect(world.call("card/captures", "c", GOOD).status).toBe(402);
  });

  it("lets a silent issuer come back after a minute", () => {
    let nowMs = 0;
    const world = createWorld(1, true, () => nowMs);
    expect(world.call("card/captures", "key", paidWith(ISSUER_DOWN_CARD)).status).toBe(503);
    nowMs = ISSUER_DOWN_MS - 1;
    expect(world.call("card/captures", "key", paidWith(ISSUER_DOWN_CARD)).status).toBe(503);
    nowMs = ISSUER_DOWN_MS;
    expect(world.call("card/captures", "key", paidWith(ISSUER_DOWN_CARD)).status).toBe(200);
  });

  it("refuses calls without a key, and calls nobody can answer", () => {
    expect(stillWorld().call("card/captures", "", GOOD).status).toBe(400);
    expect(stillWorld().call("card/toString", "key", GOOD).status).toBe(404);
    expect(stillWorld().call("constructor", "key", GOOD).status).toBe(404);
  });

  it.each([
    [{ bank: {} }, "'bank' is not one of card, warehouse, carrier, mail"],
    [{ card: { dwn: true } }, /^'card\.dwn' is not one of down,/],
    [{ card: { down: "yes" } }, "card.down must be true or false"],
    [{ card: { failRate: 2 } }, "card.failRate must be a number from 0 to 1"],
    [[], "conditions must be an object"],
  ])("refuses the change %j and leaves everything as it was", (change, problem) => {
    const world = stillWorld();
    const before = world.conditions();
    expect(() => world.change(change)).toThrow(problem);
    expect(world.conditions()).toBe(before);
  });
});
