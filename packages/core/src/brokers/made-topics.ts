/** Makes each topic once, at its first use, and again after it turned out to be gone. */
export interface MadeTopics {
  ensure(topic: string): Promise<void>;
  forget(topic: string): void;
}

export function createMadeTopics(make: (topic: string) => Promise<void>): MadeTopics {
  const made = new Map<string, Promise<void>>();
  return {
    ensure(topic) {
      const known = made.get(topic);
      if (known !== undefined) return known;
      const making = make(topic);
      made.set(topic, making);
      making.catch(() => made.delete(topic));
      return making;
    },
    forget: (topic) => void made.delete(topic),
  };
}
