import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { type ReadPage, testReadStates, testRefusedRead } from "@/trpc/testing/read-states.tsx";
import { RulesCard } from "./rules-card.tsx";

const RULES: RouterOutputs["settings"]["redactionRules"] = [
  { project: "shop", machineId: undefined, settings: {}, registeredAt: new Date(0) },
];
const read: ReadPage = {
  page: <RulesCard />,
  path: "settings.redactionRules",
  unreadable: "The rules in force",
  consequence: "What is masked is not known here; it is masked all the same.",
  answer: RULES,
  shown: "shop",
  none: {
    answer: [],
    words: "No worker has said yet what its project masks. The built-in rules hold.",
  },
};

describe("RulesCard", () => {
  testReadStates(read);
  testRefusedRead(read);
});
