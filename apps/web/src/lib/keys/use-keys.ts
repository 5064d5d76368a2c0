"use client";

import { useEffect, useRef, useSyncExternalStore } from "react";
import { registeredKeys, registerKeys, subscribeKeys } from "./key-registry.ts";
import type { KeyBinding } from "./key-sequence.ts";

/** Binds keys while the component stands. Bindings may be new objects on each render; their `run` is always the latest. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const latest = useRef(bindings);
  latest.current = bindings;
  const shape = bindings.map(({ keys, label, group }) => [keys, label, group].join("\u0000"));
  const key = shape.join("\u0001");
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another set of keys has to register anew
  useEffect(
    () =>
      registerKeys(
        latest.current.map((binding, index) => ({
          ...binding,
          run: (event) => latest.current[index]?.run(event),
        })),
      ),
    [key],
  );
}

const none: readonly KeyBinding[] = [];

/** The bindings that work at the moment, for the list of keys. */
export function useRegisteredKeys(): readonly KeyBinding[] {
  return useSyncExternalStore(subscribeKeys, registeredKeys, () => none);
}
