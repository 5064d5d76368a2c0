import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fromRoot } from "./paths.mjs";

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const root = read(fromRoot("package.json"));
const folders = [".", ...root.workspaces];

describe("dependencies", () => {
  it.each(folders)("of %s are pinned to one version each", (folder) => {
    const manifest = read(path.join(fromRoot(folder), "package.json"));
    const loose = KINDS.flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).filter(([, version]) => !EXACT.test(version)),
    );
    expect(loose).toEqual([]);
  });

  it("come from the registry with a checksum, every one that is installed", () => {
    const { packages } = read(fromRoot("package-lock.json"));
    const unsure = Object.entries(packages).filter(
      ([at, { link, integrity, inBundle }]) =>
        at.includes("node_modules/") && !link && !inBundle && !integrity,
    );
    expect(unsure.map(([at]) => at)).toEqual([]);
  });
});
