import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import type { Document, Message, Traffic } from "../document.ts";
import { LiveCard } from "./live-card.tsx";

const MESSAGE = { key: "m", direction: "receives", type: "payment.captured" } as Message;
const TRAFFIC = {
  ...{ since: new Date(0), isCut: false, types: [] },
  letters: [{ type: "payment.captured", open: 3 }],
} as unknown as Traffic;

const hrefOn = (document: Pick<Document, "kind" | "name">) => {
  render(
    <LiveCard
      message={MESSAGE}
      document={{ ...document, consumers: [] } as unknown as Document}
      traffic={TRAFFIC}
      hasFailed={false}
    />,
  );
  return screen.getByRole("link", { name: /Open dead letters of this type/ }).getAttribute("href");
};

afterEach(cleanup);

describe("LiveCard", () => {
  it("leads from the letters of a type to these and no others", () => {
    expect(hrefOn({ kind: "machine", name: "mail" })).toBe(
      "/dead-letters?machine=mail&type=payment.captured",
    );
    cleanup();
    expect(hrefOn({ kind: "system", name: "shop" })).toBe("/dead-letters?type=payment.captured");
  });
});
