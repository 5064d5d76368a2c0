import { describe, expect, it } from "vitest";
import type { Command } from "./command.ts";
import { NotFoundError } from "./errors.ts";
import { main } from "./main.ts";

const greet: Command = {
  summary: "Greet somebody.",
  usage: "NAME [--loud]",
  options: { loud: { type: "boolean" } },
  help: { loud: "in capitals" },
  run: async ({ positionals: [name], options, output }) => {
    if (name === "nobody") throw new NotFoundError("'nobody' is not here");
    if (name === "bug") throw new TypeError("x is undefined\nat x");
    const text = options.loud === true ? `HELLO ${name}` : `hello ${name}`;
    output.result({ greeting: text }, text);
  },
};

async function run(...argv: string[]) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const host = {
    argv,
    variables: {},
    cwd: "/",
    signal: new AbortController().signal,
    print: (line: string) => stdout.push(line),
    warn: (line: string) => stderr.push(line),
  };
  const code = await main(host, { "say hello": greet });
  return { code, stdout: stdout.join("\n"), stderr: stderr.join("\n") };
}

describe("sagascope", () => {
  it("finds a command of several words and hands it options and arguments", async () => {
    expect(await run("say", "hello", "Ada", "--loud")).toEqual({
      code: 0,
      stdout: "HELLO Ada",
      stderr: "",
    });
  });

  it("prints the result as one line of JSON when asked to", async () => {
    expect(await run("say", "hello", "Ada", "--json")).toMatchObject({
      stdout: '{"greeting":"hello Ada"}',
    });
  });

  it("explains itself and each command", async () => {
    expect((await run()).stdout).toMatch(/ {2}say hello {2}Greet somebody\./);
    expect(await run("say", "hello", "--help")).toMatchObject({
      code: 0,
      stdout:
        "usage: sagascope say hello NAME [--loud]\n\nGreet somebody.\n\n  --loud  in capitals",
    });
  });

  it.each([
    [["sing"], "sagascope: command 'sing' does not exist: see sagascope --help"],
    [["say", "hello", "--quiet"], "sagascope: Unknown option '--quiet'"],
  ])("refuses %j with exit code 2 and one line", async (argv, stderr) => {
    expect(await run(...argv)).toEqual({ code: 2, stdout: "", stderr });
  });

  it("reports a failure with exit code 1 and one line", async () => {
    expect(await run("say", "hello", "nobody")).toEqual({
      code: 1,
      stdout: "",
      stderr: "sagascope: 'nobody' is not here",
    });
    expect((await run("say", "hello", "bug")).stderr).toMatch(
      /^sagascope: unexpected error: x is undefined \(/,
    );
  });

  it("reports a failure as JSON when asked to", async () => {
    expect((await run("say", "hello", "nobody", "--json")).stderr).toBe(
      `{"error":{"code":"NOT_FOUND","message":"'nobody' is not here"}}`,
    );
  });
});
