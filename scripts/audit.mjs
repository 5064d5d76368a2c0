// `npm run audit`: known holes of high or critical level in what is installed, but for those argued in audit-exceptions.json:
//   [{"url": "https://github.com/advisories/…", "why": "…", "until": "2027-01-31"}]
// Exit code 0 for none, 1 for some, 3 if the registry did not answer: then nothing is known.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { judgeAudit } from "./steps/judge-audit.mjs";
import { fromRoot } from "./steps/paths.mjs";

const UNANSWERED = 3;

const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const { stdout } = spawnSync(npm, ["audit", "--json"], {
  cwd: fromRoot("."),
  encoding: "utf8",
  maxBuffer: 64 * 1_048_576, // cut short, a long report would pass for no answer
});
const exceptions = JSON.parse(readFileSync(fromRoot("scripts/audit-exceptions.json"), "utf8"));
const verdict = judgeAudit(parse(stdout), exceptions, new Date().toISOString().slice(0, 10));

if (verdict.kind === "unanswered") {
  console.error("audit    the registry did not answer: nothing is known");
  process.exit(UNANSWERED);
}
for (const { url } of verdict.stale)
  console.log(`an exception that nothing needs any more: ${url}`);
for (const { package: name, severity, title, url } of verdict.unargued) {
  console.log(`${severity}: ${name}: ${title} ${url}`);
}
console.log(
  `audit    ${verdict.unargued.length} not argued, ${verdict.serious.length} of high level or more`,
);
process.exit(verdict.unargued.length === 0 ? 0 : 1);

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
