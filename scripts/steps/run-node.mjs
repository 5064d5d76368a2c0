import { spawn } from "node:child_process";
import { ROOT } from "./paths.mjs";

/** Run a Node program from the root, its output shown; resolves to its exit code. */
export function runNode(args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      stdio: ["ignore", "inherit", "inherit"],
      env: { ...process.env, ...env },
    });
    child.once("exit", (code) => resolve(code ?? 1));
  });
}

/** Run a program from the root and keep what it prints; resolves to exit code and output. */
export function runQuietly(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...env },
    });
    let stdout = "";
    let stderr = "";
    child.stdout.setEncoding("utf8").on("data", (text) => {
      stdout += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      stderr += text;
    });
    child.once("error", (error) => resolve({ code: 127, stdout, stderr: String(error) }));
    child.once("close", (code) => resolve({ code: code ?? 1, stdout, stderr }));
  });
}
