/** Called once when the server starts. What it starts needs Node, and none of it is part of a build. */
export async function register(): Promise<void> {
  const { NEXT_RUNTIME, DATABASE_URL, DATABASE_URL_FILE } = process.env;
  if (NEXT_RUNTIME !== "nodejs" || (!DATABASE_URL && !DATABASE_URL_FILE)) return;
  const { watchAlerts } = await import("./server/alerts/watch-alerts.ts");
  watchAlerts();
}
