import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { UserMenu } from "./user-menu.tsx";

afterEach(cleanup);

describe("UserMenu", () => {
  it("leads to what the person did, not to what everybody did", () => {
    const user = { name: "Mara Kovač", email: "mara+oncall@shop.example", role: "admin" };
    render(<UserMenu user={user} auditHref="/audit" onKeys={() => {}} />);
    const link = screen.getByRole("link", { name: "What I did", hidden: true });
    const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://console");
    expect(pathname).toBe("/audit");
    expect(searchParams.get("actor")).toBe("mara+oncall@shop.example");
  });
});
