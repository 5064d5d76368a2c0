import { describe, expect, it } from "vitest";
import { createDeliveryFloor, type QueueView } from "./delivery-floor.ts";

const view = (xmin: number, xmax: number, lastId: number, lowestId?: number): QueueView => ({
  xmin: String(xmin),
  xmax: String(xmax),
  lastId: String(lastId),
  ...(lowestId === undefined ? {} : { lowestId: String(lowestId) }),
});

describe("the floor of the deliveries", () => {
  it("rises to the lowest delivery that is left once every transaction of then has ended", () => {
    const floor = createDeliveryFloor();
    floor.learn(view(100, 100, 50, 1));
    floor.learn(view(103, 104, 60, 20)); // whoever drew up to 50 is below 104
    expect(floor.id).toBe("0");
    floor.learn(view(103, 110, 70, 30)); // 103 is still under way
    expect(floor.id).toBe("0");
    floor.learn(view(105, 112, 80, 40));
    expect(floor.id).toBe("40");
  });

  it("stays below what an open transaction may still commit", () => {
    const floor = createDeliveryFloor();
    floor.learn(view(100, 100, 50));
    for (let look = 0; look < 10; look += 1) floor.learn(view(101, 200 + look, 60 + look));
    expect(floor.id).toBe("0");
    floor.learn(view(200, 300, 70));
    expect(floor.id).toBe("50"); // nothing is left, but 51 and more were drawn later
  });

  it("never falls", () => {
    const floor = createDeliveryFloor();
    floor.learn(view(1, 1, 10, 9));
    floor.learn(view(2, 2, 10, 9));
    floor.learn(view(3, 3, 10, 9));
    expect(floor.id).toBe("9");
    floor.learn(view(4, 4, 10));
    floor.learn(view(5, 5, 10));
    floor.learn(view(6, 6, 10));
    expect(floor.id).toBe("10");
  });
});
