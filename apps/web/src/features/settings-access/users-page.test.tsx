import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { testForAdmins } from "@/trpc/testing/for-admins.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import { UsersPage } from "./users-page.tsx";

const ADA: RouterOutputs["users"]["list"]["users"][number] = {
  id: "u-1",
  name: "Ada",
  email: "ada@example.com",
  role: "responder",
  state: "active",
  hasPassword: true,
  hasSecondFactor: true,
  hasCompanySignIn: false,
  sessions: 1,
  tokens: { theirs: 0, ofServices: 0 },
  lastSeenAt: undefined,
  createdAt: new Date(0),
};
const read: ReadPage = {
  page: <UsersPage />,
  path: "users.list",
  unreadable: "Users",
  consequence: "There may be some.",
  answer: { users: [ADA], more: false },
  shown: "ada@example.com",
};

describe("UsersPage", () => {
  testReadStates(read);
  testForAdmins(read, "who may sign in");
});
