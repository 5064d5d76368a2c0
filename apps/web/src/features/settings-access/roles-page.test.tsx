import { fireEvent, screen } from "@testing-library/react";
import { beforeAll, describe, expect, it } from "vitest";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { testForAdmins } from "@/trpc/testing/for-admins.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import { RolesPage } from "./roles-page.tsx";

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

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});

describe("RolesPage", () => {
  testReadStates(read);
  testForAdmins(read, "roles");

  it.each([
    ["says where the list of machines stops before the end", 1_234, 1],
    ["says nothing of the kind where all machines are listed", 1, 0],
  ])("%s", async (_what, count, notes) => {
    drawWithAnswers(read.page, {
      "session.me": () => ({ role: "admin", permissions: ["view", "administer"] }),
      "roles.list": () => [CLERK],
      "instances.machines": () => ({
        machines: [{ machineId: "order", project: "shop", version: "1" }],
        count,
      }),
    });
    fireEvent.click(await screen.findByRole("button", { name: /Change/ }));
    await screen.findByLabelText("order");
    expect(
      screen.queryAllByText(
        "Only the first 1 of 1,234 machines are listed, and those that the role has.",
      ),
    ).toHaveLength(notes);
  });
});
