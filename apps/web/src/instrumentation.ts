/** Called once when the server starts. What it starts needs Node, and none of it is part of a build. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs" || process.env.DATABASE_URL === undefined) return;
  const { watchAlerts } = await import("./server/alerts/watch-alerts.ts");
  watchAlerts();
}
