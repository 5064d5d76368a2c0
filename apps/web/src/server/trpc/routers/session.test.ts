// @vitest-environment node
import { describe, expect, it } from "vitest";
import { createCallerFactory } from "../init.ts";
import { actorAs, contextAs } from "../testing/caller-as.ts";
import { sessionRouter } from "./session.ts";

describe("session.me", () => {
  const callWith = (findActorNow: () => Promise<ReturnType<typeof actorAs> | undefined>) =>
    createCallerFactory(sessionRouter)({ ...contextAs("admin"), findActorNow }).me();

  it("says what somebody may do now, not what was remembered of a moment ago", async () => {
    expect((await callWith(async () => actorAs("viewer"))).role).toBe("viewer");
  });

  it("refuses who was signed out since", async () => {
    await expect(callWith(async () => undefined)).rejects.toThrow("sign in first");
  });
});
