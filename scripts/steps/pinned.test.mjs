import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { fromRoot } from "./paths.mjs";

const EXACT = /^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;
const KINDS = ["dependencies", "devDependencies", "optionalDependencies"];

const read = (file) => JSON.parse(readFileSync(file, "utf8"));
const root = read(fromRoot("package.json"));
/** Folders with an install of their own, apart from the workspaces'. */
const apart = ["bench/peers", "scripts/kafka"];
const folders = [".", ...root.workspaces, ...apart];

/** Folders with a manifest, but for those of packages and of what was built. */
function manifestsBelow(folder) {
  const entries = readdirSync(fromRoot(folder), { withFileTypes: true });
  const own = entries.some(({ name }) => name === "package.json") ? [folder] : [];
  const below = entries
    .filter(
      (entry) =>
        entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith("."),
    )
    .flatMap(({ name }) => manifestsBelow(path.posix.join(folder, name)));
  return [...own, ...below];
}

describe("dependencies", () => {
  it.each(folders)("of %s are pinned to one version each", (folder) => {
    const manifest = read(path.join(fromRoot(folder), "package.json"));
    const loose = KINDS.flatMap((kind) =>
      Object.entries(manifest[kind] ?? {}).filter(([, version]) => !EXACT.test(version)),
    );
    expect(loose).toEqual([]);
  });

  it("are looked at wherever there are some: every manifest that is kept is one of these", () => {
    const kept = manifestsBelow(".");
    expect(kept.sort()).toEqual([...folders].sort());
  });

  it.each(folders)("of %s stand in the lock file in the version that is pinned", (folder) => {
    const manifest = read(path.join(fromRoot(folder), "package.json"));
    const home = apart.includes(folder) ? folder : ".";
    const { packages } = read(path.join(fromRoot(home), "package-lock.json"));
    const wanted = KINDS.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
    const installed = wanted.map(([name]) => {
      const own = packages[`${folder}/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      return [name, own?.link ? packages[own.resolved].version : own?.version];
    });
    expect(installed).toEqual(wanted);
  });

  it.each([".", ...apart])(
    "of %s come from the registry with a checksum, every one that is installed",
    (folder) => {
      const { packages } = read(path.join(fromRoot(folder), "package-lock.json"));
      const unsure = Object.entries(packages).filter(
        ([at, { link, integrity, inBundle }]) =>
          at.includes("node_modules/") && !link && !inBundle && !integrity,
      );
      expect(unsure.map(([at]) => at)).toEqual([]);
    },
  );
});
