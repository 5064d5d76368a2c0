// @vitest-environment node
import { SagascopeError, StoreUnavailableError } from "@sagascope/core/errors";
import { TRPCError } from "@trpc/server";
import { describe, expect, it } from "vitest";
import { toTRPCError } from "./error-mapping.ts";

class RefusedError extends SagascopeError {
  readonly code = "REPLAY_REFUSED";
  readonly fault = "caller";
}

const thrown = (cause: unknown) =>
  toTRPCError(new TRPCError({ code: "INTERNAL_SERVER_ERROR", cause }));

describe("toTRPCError", () => {
  it("shows the message of an error that core throws on purpose", () => {
    expect(thrown(new RefusedError("a reason is required"))).toMatchObject({
      code: "PRECONDITION_FAILED",
      message: "a reason is required",
    });
  });

  it("says that a store is unavailable", () => {
    expect(thrown(new StoreUnavailableError("list"))).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
    });
    expect(
      thrown(Object.assign(new Error("10.0.0.7:5432"), { code: "ECONNREFUSED" })),
    ).toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      message: "the database cannot be reached",
    });
  });

  it("hides the details of an unexpected error", () => {
    expect(thrown(new Error("password=hunter2"))).toMatchObject({
      code: "INTERNAL_SERVER_ERROR",
      message: "something went wrong",
    });
  });
});
