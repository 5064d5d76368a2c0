import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { type ReadPage, testReadStates, testRefusedRead } from "@/trpc/testing/read-states.tsx";
import { RetentionPage } from "./retention-page.tsx";

const RETENTION: RouterOutputs["settings"]["retention"] = {
  policies: [{ project: "shop", policy: {}, letters: {}, notedAt: new Date(0) }],
  partitions: [],
};
const read: ReadPage = {
  page: <RetentionPage />,
  path: "settings.retention",
  unreadable: "Retention",
  consequence: "Policies may be there.",
  answer: RETENTION,
  shown: "shop",
  none: {
    answer: { ...RETENTION, policies: [] },
    words: "No worker has said yet what it keeps.",
  },
};

describe("RetentionPage", () => {
  testReadStates(read);
  testRefusedRead(read);
});
