import type pg from "pg";

/** A purchase and the notification about it, in one transaction: both or neither. */
export async function buy(
  client: pg.ClientBase,
  purchase: { readonly id: number; readonly customer: string; readonly total: number },
): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query("INSERT INTO purchase (id, customer, total) VALUES ($1, $2, $3)", [
      ...[purchase.id, purchase.customer, purchase.total],
    ]);
    await client.query(
      `INSERT INTO notification (channel, customer, content, hints)
       VALUES ('mail', $1, $2, '{"content-type": "application/json"}')`,
      [purchase.customer, JSON.stringify({ purchase: purchase.id, total: purchase.total })],
    );
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  }
}
