import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { openEnginePools } from "./engine-pools.ts";

const PAGE = new URL("../../../../../docs/how-to/size-a-deployment.md", import.meta.url);

it("a worker's connections are as many as the page on sizing says: its pools', and one that listens [OPS-07]", async () => {
  const pools = openEnginePools("postgresql://nobody@nowhere.invalid/none", () => undefined);
  const { work, relaxed, feeds } = pools;
  const [steps, claims, fed] = [work, relaxed, feeds].map(({ options }) => options.max ?? 0);
  const said =
    /\| a worker \| (\d+) \| (\d+) for steps, (\d+) for claims, (\d+) for feeds, (\d+) that listens \|/.exec(
      readFileSync(PAGE, "utf8"),
    );
  await pools.close();

  const listening = 1;
  expect(said?.slice(1).map(Number)).toEqual([
    (steps ?? 0) + (claims ?? 0) + (fed ?? 0) + listening,
    ...[steps, claims, fed, listening],
  ]);
});
