import { describe, expect, it } from "vitest";
import { NO_CHANGE } from "./change.ts";
import { createLiveHub } from "./live-hub.ts";
import { watchChanges } from "./watch-changes.ts";

const moved = (...instances: string[]) => ({ ...NO_CHANGE, instances });

function watch(hub: ReturnType<typeof createLiveHub>, instances: string[], lastId?: string) {
  const controller = new AbortController();
  const { signal } = controller;
  const hints = watchChanges(hub, { filter: { instances }, lastId, signal, gatherMs: 0 });
  return { hints, stop: () => controller.abort() };
}

async function nextOf<T>(hints: AsyncGenerator<T>): Promise<T> {
  const { value, done } = await hints.next();
  if (done) throw new Error("the stream ended");
  return value;
}

describe("watchChanges", () => {
  it("asks a newcomer to read again, of which nothing is known to have changed, then only what it watches", async () => {
    const hub = createLiveHub();
    const { hints } = watch(hub, ["fulfil/order-42"]);
    expect((await nextOf(hints)).hint).toMatchObject({ again: true, everything: false });

    hub.publish(moved("fulfil/order-1"));
    hub.publish(moved("fulfil/order-42", "fulfil/order-43"));
    expect((await nextOf(hints)).hint).toMatchObject({
      everything: false,
      instances: ["fulfil/order-42"],
    });
  });

  it("resumes after the last id without a gap or a repetition", async () => {
    const hub = createLiveHub();
    const first = watch(hub, ["a/1", "a/2", "a/3"]);
    await nextOf(first.hints);
    hub.publish(moved("a/1"));
    const { id } = await nextOf(first.hints);
    first.stop();
    hub.publish(moved("a/2"));

    const second = watch(hub, ["a/1", "a/2", "a/3"], id);
    expect((await nextOf(second.hints)).hint).toMatchObject({
      everything: false,
      instances: ["a/2"],
    });
    hub.publish(moved("a/3"));
    expect((await nextOf(second.hints)).hint.instances).toEqual(["a/3"]);
  });

  it("says that everything may have changed when it resumes from another process", async () => {
    const { hints } = watch(createLiveHub("new"), ["a/1"], "old.7");
    expect((await nextOf(hints)).hint.everything).toBe(true);
  });

  it("says that everything may have changed when it no longer remembers what was missed", async () => {
    const hub = createLiveHub("e");
    for (let each = 0; each < 1_200; each += 1) hub.publish(moved(`a/${each}`));
    const { hints } = watch(hub, ["a/1"], "e.7");
    expect((await nextOf(hints)).hint.everything).toBe(true);
  });

  it("gathers a burst into one hint", async () => {
    const hub = createLiveHub("e");
    const { hints } = watch(hub, ["a/1", "a/2"], "e.0");
    await nextOf(hints);
    hub.publish(moved("a/1"));
    hub.publish(moved("a/2"));
    hub.publish(moved("a/1"));
    expect((await nextOf(hints)).hint.instances).toEqual(["a/1", "a/2"]);
  });

  it("passes on that it is time to read again, which nobody need hear of later", async () => {
    const hub = createLiveHub("e");
    const { hints, stop } = watch(hub, ["a/1"], "e.0");
    await nextOf(hints);
    hub.askAgain();
    const { id, hint } = await nextOf(hints);
    expect(hint).toMatchObject({ again: true, everything: false, instances: [] });
    stop();
    const back = watch(hub, ["a/1"], id);
    expect((await nextOf(back.hints)).hint).toMatchObject({ again: false, everything: false });
  });

  it("ends when the browser has gone", async () => {
    const { hints, stop } = watch(createLiveHub("e"), [], "e.0");
    await nextOf(hints);
    const end = hints.next();
    stop();
    expect(await end).toEqual({ done: true, value: undefined });
  });
});
