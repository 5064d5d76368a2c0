import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { dlqList } from "./commands/dlq.ts";

it("sagascope dlq list shows as many letters as the page of defaults says [CFG-04]", () => {
  const page = readFileSync(
    new URL("../../../../docs/reference/defaults.md", import.meta.url),
    "utf8",
  );
  const said = /^\| letters that `dlq list` shows \| ([\d,]+) \|/m.exec(page)?.[1];
  expect(Number(said?.replaceAll(",", ""))).toBe(1_000);
  expect(dlqList.help?.limit).toContain("(1000)");
});
