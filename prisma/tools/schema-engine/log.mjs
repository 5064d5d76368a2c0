/** One line in the native engine's log format, which the Prisma CLI parses from stderr. */
export function log(level, message, fields = {}) {
  const line = {
    timestamp: new Date().toISOString(),
    level,
    target: "schema_engine::logger",
    fields: { message, ...fields },
  };
  process.stderr.write(`${JSON.stringify(line)}\n`);
}
