import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { testForAdmins } from "@/trpc/testing/for-admins.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import { KeysPage } from "./keys-page.tsx";

const KEYS: RouterOutputs["settings"]["sealKeys"] = {
  hasKeys: true,
  keys: [{ keyId: "2026-08", state: "current", letters: 3, channels: 1 }],
  unsealedLetters: 0,
};
const read: ReadPage = {
  page: <KeysPage />,
  path: "settings.sealKeys",
  unreadable: "The keys' state",
  consequence: "There may be keys.",
  answer: KEYS,
  shown: "2026-08",
  none: { answer: { ...KEYS, keys: [] }, words: "No key has sealed anything." },
};

describe("KeysPage", () => {
  testReadStates(read);
  testForAdmins(read, "the state of seal keys");
});
