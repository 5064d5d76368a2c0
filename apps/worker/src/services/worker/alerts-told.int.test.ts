import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { generateSealKey, parseSealKeys } from "@sagascope/core";
import { fromPgPool, saveChannel, saveRule } from "@sagascope/core/postgres";
import { eventually } from "@sagascope/core/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CrashScene, openCrashScene } from "./testing/crash-scene.ts";

const SECRET = "a secret of some length";
const SEAL_KEYS = `k1:${generateSealKey()}`;
const SETTINGS = { SAGASCOPE_SEAL_KEYS: SEAL_KEYS, SAGASCOPE_ALERT_HOSTS: "127.0.0.1" };
/** A machine that is busy is slow, not wrong; that the parts add up to half a minute is told by their constants. */
const WAIT_MS = 120_000;

interface Told {
  readonly body: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly noticeId: string;
}

let scene: CrashScene;
let receiver: Server;
const told: Told[] = [];

beforeAll(async () => {
  scene = await openCrashScene();
  receiver = createServer((request, response) => {
    const header = (name: string) => String(request.headers[`x-sagascope-${name}`]);
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      const [timestamp, signature, noticeId] = ["timestamp", "signature", "id"].map(header);
      told.push({ body, timestamp, signature, noticeId } as Told);
      response.end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const sql = fromPgPool(scene.database.pool);
  const url = `http://127.0.0.1:${port}/hook`;
  const channel = { kind: "webhook", url, secret: SECRET } as const;
  const draft = { id: undefined, name: "on call", channel };
  const channelId = await saveChannel(sql, parseSealKeys(SEAL_KEYS), draft, "mara");
  const rule = { id: "", name: "letters", signal: "new-letter", threshold: 1 } as const;
  await saveRule(
    sql,
    { ...rule, machineId: undefined, channels: [channelId], quiet: undefined, enabled: true },
    "mara",
  );
});
afterAll(async () => {
  await scene.end();
  receiver.close();
});

/** What was told of one subject. */
const messagesOf = (subject: string) =>
  told
    .map(({ body }) => JSON.parse(body) as { kind: string; subject: string; summary: string })
    .filter((message) => message.subject === subject);

describe("an alert of a real worker", () => {
  it("is raised for a letter that it wrote, and told to a webhook, signed, once [OPS-01]", async () => {
    const worker = await scene.startWorker(SETTINGS);
    await scene.send("nobody.takes.this", "order-1");

    await eventually("the webhook to be told", async () => messagesOf("crash").length > 0, WAIT_MS);

    expect(messagesOf("crash")).toMatchObject([
      {
        kind: "raised",
        rule: "letters",
        signal: "new-letter",
        summary: "crash: 1 new dead letter",
      },
    ]);
    for (const { body, timestamp, signature } of told) {
      const expected = createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");
      expect(signature).toBe(`v1=${expected}`);
    }
    const settled = () =>
      scene.rows<{ sent: boolean }>(
        "SELECT ended_at IS NOT NULL AS sent FROM sagascope.alert_notice",
      );
    await eventually("the notice to be settled", async () => (await settled())[0]?.sent, WAIT_MS);
    expect(worker.isRunning()).toBe(true);
  });

  it("is told by another one once the worker that led is killed", async () => {
    const [first] = await scene.rows<{ owner: string }>("SELECT owner FROM sagascope.alert_watch");
    const heir = await scene.startWorker(SETTINGS);
    const pidOf = (owner: string | undefined) => Number(owner?.split(":")[1]);
    expect(pidOf(first?.owner)).not.toBe(heir.pid);
    process.kill(pidOf(first?.owner), "SIGKILL");
    await scene.send("entry", "ledger-1", { n: 1 }); // the heir works

    await scene.rows(
      `INSERT INTO sagascope.dead_letter (id, project, consumer, work_key, source, reason, subject, event_type, attempts, errors,
         fingerprint, cause_title)
       VALUES ('late', 'crash', 'ledger', 'late', 'envelope', 'max_attempts', 'ledger-1', 'entry', 5, '[]', 'f', 'no ledger')`,
    );
    await eventually(
      "the webhook to be told",
      async () => messagesOf("ledger").length > 0,
      WAIT_MS,
    );

    expect(messagesOf("ledger").map(({ kind }) => kind)).toEqual(["raised"]);
    const [leader] = await scene.rows<{ owner: string }>("SELECT owner FROM sagascope.alert_watch");
    expect(pidOf(leader?.owner)).toBe(heir.pid);
    expect(new Set(told.map(({ noticeId }) => noticeId)).size).toBe(told.length);
  });
});
