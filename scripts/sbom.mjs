// `npm run sbom [FILE]`: what `npm ci` installs, by the lock file, as CycloneDX, written to FILE (sbom.cdx.json). Needs neither network nor install.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fromRoot } from "./steps/paths.mjs";

const [file = "sbom.cdx.json"] = process.argv.slice(2);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const args = [
  "sbom",
  "--sbom-format",
  "cyclonedx",
  "--sbom-type",
  "application",
  "--package-lock-only",
];
const { status, stdout, stderr } = spawnSync(npm, args, {
  cwd: fromRoot("."),
  encoding: "utf8",
  maxBuffer: 64 * 1_048_576,
});
if (status !== 0) {
  console.error(stderr.trim());
  process.exit(1);
}
writeFileSync(file, stdout);
console.log(`${file}: ${JSON.parse(stdout).components.length} components`);
