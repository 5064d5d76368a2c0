import type { Command } from "./command.ts";

/** The overview: one line a command. */
export function overviewText(commands: Readonly<Record<string, Command>>): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const);
  return [
    "sagascope: console and engine for event-driven systems",
    "",
    "usage: sagascope <command> [options]",
    "",
    ...columns(rows),
    "",
    "Every command takes --help, and --json for one line of JSON.",
  ].join("\n");
}

/** How one command is used. */
export function commandText(name: string, command: Command): string {
  const rows = Object.entries(command.options).map(([option, { type }]) => {
    const value = type === "string" ? " VALUE" : "";
    return [`--${option}${value}`, command.help?.[option] ?? ""] as const;
  });
  return [
    `usage: sagascope ${name} ${command.usage}`.trim(),
    "",
    command.summary,
    "",
    ...columns(rows),
  ]
    .join("\n")
    .trim();
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}
