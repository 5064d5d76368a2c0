import { describe, expect, it } from "vitest";
import { parsePostmasterPid } from "./postmaster-pid.ts";

const FILE = [
  "4242",
  "/srv/shop/.sagascope/postgres/data",
  "1790000000",
  "45601",
  "",
  "127.0.0.1",
  "  1234567     12345",
  "ready   ",
  "",
].join("\n");

describe("parsePostmasterPid", () => {
  it("reads process, port and status", () => {
    expect(parsePostmasterPid(FILE)).toEqual({ pid: 4242, port: 45601, status: "ready" });
  });

  it("finds nothing in a file that is still being written", () => {
    expect(parsePostmasterPid("")).toBeUndefined();
    expect(parsePostmasterPid("4242\n/srv")).toBeUndefined();
  });
});
