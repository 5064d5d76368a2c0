import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataFolder, readOrCreateSecret } from "./data-folder.ts";
import { CannotStartError } from "./errors.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-data-"));
});
afterEach(() => rmSync(dir, { recursive: true }));

describe("openDataFolder", () => {
  it("makes the folder, and finds it again", () => {
    const wanted = path.join(dir, "deep/data");

    expect(openDataFolder(wanted).dir).toBe(wanted);
    expect(openDataFolder(wanted).lockFile).toBe(path.join(wanted, "up.lock"));
  });

  it("says in one line that the folder cannot be written", () => {
    const file = path.join(dir, "file");
    writeFileSync(file, "");

    expect(() => openDataFolder(path.join(file, "data"))).toThrow(
      new CannotStartError(`data folder '${file}/data' cannot be written: ENOTDIR`),
    );
  });
});

describe("readOrCreateSecret", () => {
  it("makes a secret that only its owner can read, once [SEC-06]", () => {
    const file = path.join(dir, "auth.secret");
    const secret = readOrCreateSecret(file);

    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(readOrCreateSecret(file)).toBe(secret);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("refuses a secret that others can read [SEC-06]", () => {
    const file = path.join(dir, "auth.secret");
    readOrCreateSecret(file);
    chmodSync(file, 0o644);

    expect(() => readOrCreateSecret(file)).toThrow(CannotStartError);
  });
});
