// Takes permits in a process of its own and prints how many it was granted: `node --import tsx … URL TRIES`.
import { fromPg, takePermits } from "@sagascope/core/postgres";
import pg from "pg";

const [connectionString, tries] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString });
const limit = { key: "two processes", max: 40, windowMs: 3_600_000 };
const taken = await Promise.all(
  Array.from({ length: Number(tries) }, () => takePermits(fromPg(pool), limit)),
);
process.stdout.write(String(taken.filter(({ granted }) => granted > 0).length));
await pool.end();
