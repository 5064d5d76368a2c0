import { beforeEach, describe, expect, it } from "vitest";
import type { RunningPart } from "./keep-running.ts";
import { type House, supervise } from "./supervise.ts";

describe("supervise", () => {
  let log: string[];
  let stop: AbortController;
  const note = (text: string) => void log.push(text);
  beforeEach(() => {
    log = [];
    stop = new AbortController();
  });

  interface FakePart extends RunningPart {
    end(how: string): void;
  }

  function startFake(house: House, name: string): Promise<FakePart> {
    return house.start(name, async () => {
      log.push(`${name} up`);
      let end: (how: string) => void = () => {};
      const ended = new Promise<string>((resolve) => {
        end = resolve;
      });
      const stopPart = async () => {
        log.push(`${name} down`);
        end("told to");
      };
      return { ended, end, stop: stopPart };
    });
  }

  it("stops the parts in reverse when asked to", async () => {
    const outcome = await supervise(
      async (house) => {
        await startFake(house, "database");
        await startFake(house, "web");
        stop.abort();
      },
      stop.signal,
      note,
    );

    expect(outcome).toEqual({ kind: "stopped" });
    expect(log).toEqual(["database up", "web up", "web down", "database down"]);
  });

  it("names the part that ended by itself before the house was up, and stops the others", async () => {
    const outcome = await supervise(
      async (house) => {
        await startFake(house, "database");
        const worker = await startFake(house, "worker");
        await startFake(house, "web");
        worker.end("exit code 7");
        await Promise.resolve();
        await Promise.resolve();
      },
      stop.signal,
      note,
    );

    expect(outcome).toEqual({ kind: "crashed", part: "worker", how: "exit code 7", deaths: 1 });
    expect(log.slice(3)).toEqual(["web down", "worker down", "database down"]);
  });

  it("stops what had come up when a later part cannot start", async () => {
    const supervised = supervise(
      async (house) => {
        await startFake(house, "database");
        await house.start("web", () => Promise.reject(new Error("port 4280 is in use")));
      },
      stop.signal,
      note,
    );

    await expect(supervised).rejects.toThrow("port 4280 is in use");
    expect(log).toEqual(["database up", "database down"]);
  });

  it("gives up on a start that is under way when an earlier part ends", async () => {
    const outcome = await supervise(
      async (house) => {
        const database = await startFake(house, "database");
        await house.start("web", (signal) => {
          database.end("signal SIGKILL");
          return new Promise<FakePart>((_, reject) => {
            signal.addEventListener("abort", () => reject(new Error("given up")));
          });
        });
      },
      stop.signal,
      note,
    );

    expect(outcome).toEqual({
      kind: "crashed",
      part: "database",
      how: "signal SIGKILL",
      deaths: 1,
    });
  });

  it("starts nothing once it was asked to stop", async () => {
    stop.abort();

    const outcome = await supervise(
      async (house) => {
        await startFake(house, "database");
      },
      stop.signal,
      note,
    );

    expect(outcome).toEqual({ kind: "stopped" });
    expect(log).toEqual([]);
  });

  it("stops the rest when one part cannot be stopped, then says so", async () => {
    const supervised = supervise(
      async (house) => {
        await startFake(house, "database");
        await house.start("web", async () => ({
          ended: new Promise<string>(() => {}),
          stop: () => Promise.reject(new Error("web does not let go")),
        }));
        stop.abort();
      },
      stop.signal,
      note,
    );

    await expect(supervised).rejects.toThrow("web does not let go");
    expect(log).toContain("database down");
  });

  it("stops what a start brings up that was under way when it was asked to stop", async () => {
    let deaths = 0;
    let built = () => {};
    const untilBuilt = new Promise<void>((resolve) => {
      built = resolve;
    });
    const outcome = await supervise(
      async (house) => {
        await house.start("worker", async () => {
          const part = { ended: new Promise<string>(() => {}), stop: async () => {} };
          if (deaths === 0) return { ...part, ended: untilBuilt.then(() => "exit code 7") };
          stop.abort();
          return { ...part, stop: async () => void log.push("second worker down") };
        });
        setImmediate(() => {
          deaths += 1;
          built();
        });
      },
      stop.signal,
      note,
    );

    expect(outcome).toEqual({ kind: "stopped" });
    expect(log).toEqual([
      "worker ended by itself (exit code 7) and is started again in 0.5 s",
      "second worker down",
    ]);
  });
});
