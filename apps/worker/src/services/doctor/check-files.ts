import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { dataFolderAt } from "../up/data-folder.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const OTHERS = 0o077;

/** Whether the files of a data folder are their owner's alone. There is nothing to say where there is no folder. */
export function checkFiles(dir: string): readonly Finding[] {
  const folder = dataFolderAt(dir);
  if (modeOf(dir) === undefined) return [ok("data folder", `none at '${dir}'`)];
  if (path.sep !== "/")
    return [warning("data folder", "rights cannot be told here", "see who may read it")];
  const secrets = [
    folder.sealKeysFile,
    folder.authSecretFile,
    folder.ingestTokenFile,
    folder.runningFile,
  ];
  const open = secrets.filter((file) => ((modeOf(file) ?? 0) & OTHERS) !== 0);
  const logs = path.dirname(folder.logFile("x"));
  const openLogs = ((modeOf(logs) ?? 0) & OTHERS) !== 0 ? filesIn(logs).filter(isOpen) : [];
  return [
    open.length === 0
      ? ok("secret files", "readable by their owner alone")
      : problem(
          "secret files",
          `others may read ${open.join(", ")}`,
          `chmod 600 ${open.join(" ")}`,
        ),
    openLogs.length === 0
      ? ok("logs", "readable by their owner alone")
      : warning("logs", `others may read ${openLogs.length} in ${logs}`, `chmod 700 ${logs}`),
  ];
}

/** A file whose name a variable tells, such as `BETTER_AUTH_SECRET_FILE`. */
export function checkSecretFile(name: string, file: string): Finding {
  const mode = modeOf(file);
  if (mode === undefined)
    return problem(name, `'${file}' cannot be read`, `make it, or unset ${name}`);
  if ((mode & 0o007) === 0) return ok(name, "a file that not everybody may read");
  return warning(name, `everybody on this machine may read '${file}'`, `chmod 600 ${file}`);
}

function isOpen(file: string): boolean {
  return ((modeOf(file) ?? 0) & OTHERS) !== 0;
}

function filesIn(dir: string): readonly string[] {
  try {
    return readdirSync(dir).map((name) => path.join(dir, name));
  } catch {
    return [];
  }
}

function modeOf(file: string): number | undefined {
  return statSync(file, { throwIfNoEntry: false })?.mode;
}
