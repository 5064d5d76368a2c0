import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { testForAdmins } from "@/trpc/testing/for-admins.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import { TokensPage } from "./tokens-page.tsx";

const TILL: RouterOutputs["tokens"]["list"]["tokens"][number] = {
  id: "t-1",
  name: "till",
  scopes: ["ingest"],
  createdBy: "Ada",
  createdAt: new Date(0),
  expiresAt: null,
  lastUsedAt: null,
  revokedAt: null,
};
const read: ReadPage = {
  page: <TokensPage />,
  path: "tokens.list",
  unreadable: "Tokens",
  consequence: "There may be some.",
  answer: { tokens: [TILL] },
  shown: "till",
  none: { answer: { tokens: [] }, words: "No tokens yet." },
};

describe("TokensPage", () => {
  testReadStates(read);
  testForAdmins(read, "API tokens");
});
