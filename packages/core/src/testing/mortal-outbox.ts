import type { OutboxStorage } from "../outbox/outbox-storage.ts";

/** A store of a process that may be killed: from then on nothing it asked for is ever answered. */
export interface MortalOutbox {
  readonly storage: OutboxStorage;
  isDead(): boolean;
  kill(): void;
  /** Settles when it dies. */
  readonly death: Promise<void>;
  /** What comes of a call of that process to anybody: nothing once it is dead. */
  alive<Result>(call: () => Promise<Result> | Result): Promise<Result>;
}

/** Share of calls that the process does not survive: half of them are done all the same, and nobody learns of it. */
export function mortalOutbox(real: OutboxStorage, share: number): MortalOutbox {
  let isDead = false;
  let kill = (): void => undefined;
  const death = new Promise<void>((resolve) => {
    kill = () => {
      isDead = true;
      resolve();
    };
  });
  const nothing = () => new Promise<never>(() => undefined);

  const alive: MortalOutbox["alive"] = async (call) => {
    if (isDead) return nothing();
    const isLast = Math.random() < share;
    if (isLast && Math.random() < 0.5) {
      kill();
      return nothing();
    }
    const result = await call();
    if (isLast) kill();
    return isDead ? nothing() : result;
  };
  const storage: OutboxStorage = {
    claim: (request) => alive(() => real.claim(request)),
    renew: (receipts, leaseMs) => alive(() => real.renew(receipts, leaseMs)),
    complete: (receipts) => alive(() => real.complete(receipts)),
    handBack: (receipts, delayMs) => alive(() => real.handBack(receipts, delayMs)),
    retry: (failures) => alive(() => real.retry(failures)),
    deadLetter: (letters) => alive(() => real.deadLetter(letters)),
    stats: (topics) => alive(() => real.stats(topics)),
    purge: (olderThanMs) => alive(() => real.purge(olderThanMs)),
  };
  return { storage, isDead: () => isDead, kill, death, alive };
}
