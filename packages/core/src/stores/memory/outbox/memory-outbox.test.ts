import { describe, expect, it } from "vitest";
import { outboxCrashesContract } from "../../../outbox/outbox-crashes.contract.ts";
import { outboxLaterContract } from "../../../outbox/outbox-later.contract.ts";
import { outboxStorageContract } from "../../../outbox/outbox-storage.contract.ts";
import { makeMemoryOutbox } from "../../../testing/memory-outbox-contract.ts";
import { createMemoryOutbox } from "./memory-outbox.ts";

describe("a table of messages in memory [OBX-26][OBX-45]", () => {
  outboxStorageContract({ makeStorage: makeMemoryOutbox });
  outboxCrashesContract({ makeStorage: makeMemoryOutbox });
  outboxLaterContract(makeMemoryOutbox);
});

describe("a table of messages in memory that keeps nothing it delivered", () => {
  outboxStorageContract({ makeStorage: () => makeMemoryOutbox({ onDelivered: "delete" }) });

  it("has nothing left of what was delivered [OBX-31][OBX-42]", async () => {
    const outbox = createMemoryOutbox({ onDelivered: "delete" });
    outbox.add([{ topic: "t", payload: Buffer.from("x") }]);
    const claim = { owner: "a", limit: 1, leaseMs: 1_000, order: "strict" } as const;
    await outbox.storage.complete(await outbox.storage.claim(claim));
    expect(outbox.rows()).toEqual([]);
    expect(await outbox.storage.purge(0)).toBe(0);
  });
});
