import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { describe, expect, it } from "vitest";

const STEP = path.join(import.meta.dirname, "follow-npm.mjs");
const FOLLOWER = `import(${JSON.stringify(STEP)}).then(({ followNpm }) => {
  followNpm();
  process.on("SIGTERM", () => process.stdout.write("stopping", () => process.exit()));
  process.stdout.write("following ");
  setInterval(() => {}, 1e6);
})`;
/** Stands in for npm: runs the follower on its own output, and waits. */
const PARENT = `require("node:child_process")
  .spawn(process.execPath, ["-e", process.argv[1]], { stdio: "inherit" })`;

describe("followNpm", () => {
  it("stops what npm started when npm is killed", async () => {
    const env = { ...process.env, npm_lifecycle_event: "start" };
    const parent = spawn(process.execPath, ["-e", PARENT, FOLLOWER], { env });
    let output = "";
    parent.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output === "following ") parent.kill("SIGKILL");
    });

    await once(parent, "close"); // when the follower has let go of the output as well
    expect(output).toBe("following stopping");
  });
});
