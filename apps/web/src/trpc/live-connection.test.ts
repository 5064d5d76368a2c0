import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveFilter, LiveHint } from "@/server/live/live-filter.ts";
import { createLiveConnection } from "./live-connection.ts";

interface Stream {
  readonly filter: LiveFilter;
  readonly lastEventId: string | undefined;
  readonly say: (id: string, hint: Partial<LiveHint>) => void;
  readonly lose: () => void;
  readonly refuse: () => void;
  open: boolean;
}

const NOTHING: LiveHint = {
  everything: false,
  again: false,
  instances: [],
  anyInstance: false,
  correlations: [],
  anyCorrelation: false,
  commands: [],
  deadLetters: false,
  audit: false,
  workers: false,
};

/** A client whose streams the test speaks on. */
function fakeClient() {
  const streams: Stream[] = [];
  const subscribe = (
    input: { filter: LiveFilter; lastEventId?: string },
    on: {
      onData: (event: { id: string; data: LiveHint }) => void;
      onConnectionStateChange: (event: { state: string; error: Error | null }) => void;
      onError: (error: Error) => void;
    },
  ) => {
    const stream: Stream = {
      ...input,
      lastEventId: input.lastEventId,
      say: (id, hint) => on.onData({ id, data: { ...NOTHING, ...hint } }),
      lose: () => on.onConnectionStateChange({ state: "connecting", error: new Error("lost") }),
      refuse: () => on.onError(new Error("refused")),
      open: true,
    };
    streams.push(stream);
    return {
      unsubscribe: () => {
        stream.open = false;
      },
    };
  };
  const client = { live: { changes: { subscribe } } } as never;
  return { streams, connection: createLiveConnection(client) };
}

function last(streams: readonly Stream[]): Stream {
  const stream = streams.at(-1);
  if (!stream) throw new Error("no stream was opened");
  return stream;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());
const settle = () => vi.advanceTimersByTime(100);

describe("createLiveConnection", () => {
  it("opens one stream for all parts of a page, and wakes those that are concerned", () => {
    const { streams, connection } = fakeClient();
    const onInstance = vi.fn();
    const onLetters = vi.fn();
    connection.watch({ filter: { instances: ["fulfil/order-42"] }, onChange: onInstance });
    connection.watch({ filter: { deadLetters: true }, onChange: onLetters });
    settle();
    expect(streams).toHaveLength(1);
    expect(streams[0]?.filter).toMatchObject({ instances: ["fulfil/order-42"], deadLetters: true });

    last(streams).say("e.1", { instances: ["fulfil/order-42"] });
    expect(onInstance).toHaveBeenCalledTimes(1);
    expect(onLetters).not.toHaveBeenCalled();
    expect(connection.state()).toBe("live");
  });

  it("goes on from the last hint when the page watches something else", () => {
    const { streams, connection } = fakeClient();
    const leave = connection.watch({ filter: { instances: ["a/1"] }, onChange: vi.fn() });
    settle();
    last(streams).say("e.7", {});
    leave();
    connection.watch({ filter: { instances: ["a/2"] }, onChange: vi.fn() });
    settle();
    expect(streams.map(({ open }) => open)).toEqual([false, true]);
    expect(last(streams)).toMatchObject({ lastEventId: "e.7", filter: { instances: ["a/2"] } });
  });

  it("keeps its stream when a page is drawn anew and watches the same", () => {
    const { streams, connection } = fakeClient();
    const leave = connection.watch({ filter: { audit: true }, onChange: vi.fn() });
    settle();
    leave();
    connection.watch({ filter: { audit: true }, onChange: vi.fn() });
    settle();
    expect(streams).toHaveLength(1);
  });

  it("holds back what changes while it is paused, says what waits, and passes it on once", () => {
    const { streams, connection } = fakeClient();
    const onState = vi.fn();
    const onAudit = vi.fn();
    const onInstance = vi.fn();
    connection.onState(onState);
    connection.watch({ filter: { audit: true }, onChange: onAudit });
    connection.watch({ filter: { instances: ["a/1"] }, onChange: onInstance });
    settle();
    last(streams).say("e.3", {});
    connection.pause();
    expect(connection.state()).toBe("paused");
    expect(connection.waiting()).toEqual([]);
    last(streams).say("e.4", { again: true });
    expect(connection.waiting()).toEqual([]); // nothing is known to have changed
    last(streams).say("e.5", { audit: true });
    last(streams).say("e.6", { audit: true, instances: ["a/1"] });
    expect(connection.waiting()).toEqual(["instances", "audit"]);
    expect(connection.waiting()).toBe(connection.waiting());
    expect(onAudit).not.toHaveBeenCalled();

    onState.mockClear();
    connection.resume();
    expect(connection.state()).toBe("live");
    expect(connection.waiting()).toEqual([]);
    expect(onState).toHaveBeenCalledTimes(1);
    expect(onAudit).toHaveBeenCalledTimes(1);
    expect(onInstance).toHaveBeenCalledTimes(1);
    last(streams).say("e.7", { audit: true });
    expect(onAudit).toHaveBeenCalledTimes(2);
  });

  it("misses nothing that changes while it is paused and its stream is lost", () => {
    const { streams, connection } = fakeClient();
    const onAudit = vi.fn();
    connection.watch({ filter: { audit: true }, onChange: onAudit });
    settle();
    last(streams).say("e.3", {});
    connection.pause();
    last(streams).refuse();
    expect(connection.state()).toBe("paused");
    vi.advanceTimersByTime(4_000);
    expect(last(streams)).toMatchObject({ open: true, lastEventId: "e.3" });
    last(streams).say("e.9", { audit: true });
    expect(onAudit).not.toHaveBeenCalled();
    connection.resume();
    expect(onAudit).toHaveBeenCalledTimes(1);
  });

  it("gives its stream back while the page is out of sight for long", () => {
    const { streams, connection } = fakeClient();
    connection.watch({ filter: { audit: true }, onChange: vi.fn() });
    settle();
    connection.setVisible(false);
    vi.advanceTimersByTime(5_000);
    expect(last(streams).open).toBe(true);
    vi.advanceTimersByTime(6_000);
    expect(last(streams).open).toBe(false);
    connection.setVisible(true);
    settle();
    expect(streams.filter(({ open }) => open)).toHaveLength(1);
  });

  it("says that it is stale when the stream is lost, and live when it is back", () => {
    const { streams, connection } = fakeClient();
    const onState = vi.fn();
    connection.onState(onState);
    connection.watch({ filter: { audit: true }, onChange: vi.fn() });
    settle();
    last(streams).lose();
    expect(connection.state()).toBe("stale");
    last(streams).say("e.1", {});
    expect(connection.state()).toBe("live");
    expect(onState).toHaveBeenCalledTimes(2);
  });

  it("opens its stream again after the server refused it", () => {
    const { streams, connection } = fakeClient();
    connection.watch({ filter: { audit: true }, onChange: vi.fn() });
    settle();
    last(streams).say("e.1", {});
    last(streams).refuse();
    expect(connection.state()).toBe("stale");
    vi.advanceTimersByTime(4_000);
    expect(streams).toHaveLength(2);
    expect(last(streams).lastEventId).toBe("e.1");
  });
});
