import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "./commands.ts";

const ROOT = path.join(import.meta.dirname, "../../../..");
const PAGES = [
  "README.md",
  ...["docs/how-to", "docs/reference"].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder)).map((file) => `${folder}/${file}`),
  ),
].filter((file) => file.endsWith(".md"));

const read = (page: string) => readFileSync(path.join(ROOT, page), "utf8");

/** The commands that a text tells readers to run: as far as their words are the names of commands. */
function commandsIn(text: string): readonly string[] {
  return [...text.matchAll(/npx sagascope ([a-z][a-z-]*(?: [a-z][a-z-]*)?)/g)].map(
    ([, words = ""]) => words,
  );
}

/** A command may be one word or two; what follows a command of one word is an argument of it. */
const isCommand = (words: string) => words in COMMANDS || (words.split(" ")[0] ?? "") in COMMANDS;

describe("commands that the documentation tells readers to run", () => {
  it.each(PAGES)("exist: %s", (page) => {
    expect(commandsIn(read(page)).filter((words) => !isCommand(words))).toEqual([]);
  });

  it("are told for every symptom that has one, and each symptom has a cause and a cure [OPS-08]", () => {
    const rows = read("docs/how-to/find-what-is-wrong.md")
      .split("\n")
      .filter((line) => line.startsWith("| "))
      .slice(2)
      .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\|\s*|\s*\|$/g, "")));
    expect(rows.length).toBeGreaterThan(8);
    expect(rows.filter((row) => row.length !== 3 || row.some((cell) => cell === ""))).toEqual([]);
    const commands = commandsIn(read("docs/how-to/find-what-is-wrong.md"));
    expect(new Set(commands)).toEqual(
      new Set([
        ...["outbox stats", "migrate", "instances migrate", "feeds list", "dlq groups"],
        "outbox letters",
      ]),
    );
  });

  it("are looked for in a way that would notice", () => {
    const text =
      "`npx sagascope no-such thing`, `npx sagascope dlq list`, npx sagascope chart draw";
    expect(commandsIn(text).filter((words) => !isCommand(words))).toEqual([
      "no-such thing",
      "chart draw",
    ]);
  });
});
