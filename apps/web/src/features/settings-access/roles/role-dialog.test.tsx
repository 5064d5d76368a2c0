import { useQuery } from "@tanstack/react-query";
import { act, cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { useTRPC } from "@/trpc/react.tsx";
import { drawWithAnswers } from "@/trpc/testing/draw-with-answers.tsx";
import { RoleDialog } from "./role-dialog.tsx";

// jsdom has no modal dialogs yet.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
});
afterEach(cleanup);

const NEW = { role: undefined };

function Page() {
  const trpc = useTRPC();
  const roles = useQuery(trpc.roles.list.queryOptions());
  return (
    <>
      <p>{roles.data?.map(({ name }) => name).join(", ")}</p>
      <RoleDialog open {...NEW} onClose={() => {}} />
    </>
  );
}

describe("RoleDialog", () => {
  it("has the list read again although its first read, which looked before, is still under way", async () => {
    let end = (): void => {};
    const first = new Promise<unknown>((resolve) => {
      end = () => resolve([{ name: "viewer" }]);
    });
    let isFirst = true;
    const { callsOf } = drawWithAnswers(<Page />, {
      "roles.list": () => {
        if (!isFirst) return [{ name: "viewer" }, { name: "clerk" }];
        isFirst = false;
        return first;
      },
      "roles.save": () => undefined,
      "instances.machines": () => ({ machines: [], count: 0 }),
    });
    await waitFor(() => expect(callsOf("roles.list")).toHaveLength(1));
    const save = screen.getByRole("button", { name: "Save the role" });
    fireEvent.submit(save.closest("form") as HTMLFormElement);
    await waitFor(() => expect(callsOf("roles.save")).toHaveLength(1));
    await act(async () => end());
    expect(await screen.findByText("viewer, clerk")).toBeDefined();
  });
});
