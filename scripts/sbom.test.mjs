import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fromRoot } from "./steps/paths.mjs";

let dir;
let bill;
let told;

beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), "sagascope-sbom-"));
  const file = path.join(dir, "bill.json");
  // No registry may be asked: the bill is of what is installed here.
  const env = {
    ...process.env,
    npm_config_offline: "true",
    npm_config_registry: "http://127.0.0.1:1",
  };
  const run = spawnSync(process.execPath, [fromRoot("scripts/sbom.mjs"), file], {
    encoding: "utf8",
    env,
  });
  expect(run.stderr).toBe("");
  told = run.stdout;
  bill = JSON.parse(readFileSync(file, "utf8"));
}, 300_000);
afterAll(() => rmSync(dir, { recursive: true }));

describe("the bill of materials", () => {
  it("is CycloneDX, and says how much is in it", () => {
    expect(bill).toMatchObject({
      bomFormat: "CycloneDX",
      metadata: { component: { type: "application" } },
    });
    expect(told).toContain(`${bill.components.length} components`);
  });

  it("names each package that the product needs, in the version that the lock file pins, with its checksum", () => {
    const { packages } = JSON.parse(readFileSync(fromRoot("package-lock.json"), "utf8"));
    const manifests = ["packages/core", "prisma", "apps/worker", "apps/web"].map((folder) =>
      JSON.parse(readFileSync(path.join(fromRoot(folder), "package.json"), "utf8")),
    );
    const direct = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies));
    const bought = [...new Set(direct)].filter(
      (name) => packages[`node_modules/${name}`]?.integrity,
    );
    expect(bought.length).toBeGreaterThan(10);
    for (const name of bought) {
      const { version } = packages[`node_modules/${name}`];
      const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
      const entry = bill.components.find((each) => each.purl === purl);
      expect(entry, name).toBeDefined();
      expect(entry.hashes?.length, name).toBeGreaterThan(0);
    }
  });
});
