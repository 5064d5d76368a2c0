import { describe } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import { RolesPage } from "./roles-page.tsx";
import { testForAdmins } from "./testing/for-admins.tsx";

const CLERK: RouterOutputs["roles"]["list"][number] = {
  name: "parcel-clerk",
  description: "parcels alone",
  permissions: ["view", "replay"],
  machines: ["parcel"],
  people: 2,
  isBuiltIn: false,
};
const read: ReadPage = {
  page: <RolesPage />,
  path: "roles.list",
  unreadable: "Roles",
  consequence: "There may be some.",
  answer: [CLERK],
  shown: "parcel-clerk",
};

describe("RolesPage", () => {
  testReadStates(read);
  testForAdmins(read, "roles");
});
