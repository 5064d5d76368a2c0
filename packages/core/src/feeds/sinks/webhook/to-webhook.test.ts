import { createHmac, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEnvelope } from "../../../envelope/create-envelope.ts";
import { encodeEnvelope } from "../../../envelope/encode-envelope.ts";
import { InvalidConfigError } from "../../../kernel/errors.ts";
import type { FeedRecord } from "../../../projects/feed.ts";
import { stateChangeEncoding } from "../../encoding/state-change-encoding.ts";
import { BatchRefusedError } from "../../errors.ts";
import { WebhookRefusedError, WebhookUnavailableError } from "./errors.ts";
import { parseWebhookSecret, webhookHeaders } from "./sign-webhook.ts";
import { toWebhook, type WebhookOptions } from "./to-webhook.ts";

const KEY = randomBytes(32);
const SECRET = `whsec_${KEY.toString("base64")}`;
const context = {
  ...{ project: "shop", feed: "crm", topic: "events", partition: 0, partitions: 1, lineage: "l" },
};

const record = (n: number): FeedRecord => {
  const envelope = createEnvelope({
    ...{ type: "t", source: "/s", id: `e-${n}`, subject: "o", data: { n } },
    time: "2026-03-01T10:00:00Z",
  });
  return {
    ...{ position: String(n), topic: "events", id: envelope.id, source: "/s", type: "t" },
    ...{ subject: "o", recordedAt: new Date(0), envelope: encodeEnvelope(envelope) },
  };
};

interface Received {
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

let server: http.Server;
let url: string;
let received: Received[];
let answer: (request: Received, response: http.ServerResponse) => void;

beforeEach(async () => {
  received = [];
  answer = (_request, response) => void response.writeHead(204).end();
  server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const got = { headers: request.headers, body: Buffer.concat(chunks).toString("utf8") };
    received.push(got);
    answer(got, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});
afterEach(
  () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    }),
);

const deliver = async (
  batch: readonly FeedRecord[],
  options: Partial<WebhookOptions> = {},
  signal = new AbortController().signal,
) => {
  const sink = await toWebhook({ url, secret: SECRET, ...options }).open(context);
  return sink.deliver(batch, { signal });
};

/** What a receiver does, written from the specification alone. */
function verify({ headers, body }: Received, key: Buffer): boolean {
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

describe("a webhook's signature", () => {
  it("is that of the Standard Webhooks libraries for their published example", () => {
    const key = parseWebhookSecret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
    const at = new Date(1_614_265_330_000);
    const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at, body: '{"test": 2432232314}' };
    expect(webhookHeaders([key], message)).toEqual({
      "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });

  it("holds for a receiver, and not once a byte is changed or under another key", async () => {
    await deliver([record(1)]);
    const [got] = received;
    if (got === undefined) throw new Error("nothing arrived");
    expect(verify(got, KEY)).toBe(true);
    expect(verify({ ...got, body: got.body.replace("1", "2") }, KEY)).toBe(false);
    expect(verify(got, randomBytes(32))).toBe(false);
  });

  it("is given under both secrets while one is being replaced", async () => {
    const next = randomBytes(24);
    await deliver([record(1)], { secret: [SECRET, `whsec_${next.toString("base64")}`] });
    const [got] = received;
    expect(got && [verify(got, KEY), verify(got, next)]).toEqual([true, true]);
  });

  it.each([
    "",
    "whsec_",
    "whsec_c2hvcnQ=",
    "not base64!",
    `whsec_${randomBytes(65).toString("base64")}`,
  ])("needs a secret of 24 to 64 bytes, which '%s' is not, and never quotes it", (secret) => {
    expect(() => toWebhook({ url, secret })).toThrow(InvalidConfigError);
    expect(() => toWebhook({ url, secret })).not.toThrow(/c2hvcnQ|not base64!/);
  });
});

describe("a webhook", () => {
  it("gets one request an event, in order, with the envelope as it was sent", async () => {
    await deliver([record(1), record(2)], { headers: { authorization: "Bearer x" } });
    expect(received.map(({ body }) => body)).toEqual([record(1).envelope, record(2).envelope]);
    expect(received[0]?.headers).toMatchObject({
      ...{ "content-type": "application/cloudevents+json", authorization: "Bearer x" },
    });
  });

  it("gets a batch as one array where it asks for that", async () => {
    await deliver([record(1), record(2)], { requests: "batch" });
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? "").map(({ id }: { id: string }) => id)).toEqual([
      "e-1",
      "e-2",
    ]);
    expect(received[0]?.headers["content-type"]).toBe("application/cloudevents-batch+json");
  });

  it("gets state changes where it asks for those", async () => {
    await deliver([record(1)], { encoding: stateChangeEncoding({ store: "primary" }) });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({
      format: "statesman.state-change/v1",
    });
  });

  it("gets the same id whenever the same events come again, and another for others", async () => {
    await deliver([record(1), record(2)]);
    await deliver([record(1)]);
    const [first, second, again] = received.map(({ headers }) => headers["webhook-id"]);
    expect(again).toBe(first);
    expect(second).not.toBe(first);
    expect(first).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  it("that refuses an event is told how far it had come, and the event is to blame", async () => {
    answer = ({ body }, response) =>
      void response.writeHead(body.includes("e-2") ? 422 : 200).end("no");
    const refused = await deliver([record(1), record(2), record(3)]).catch((error) => error);
    expect(refused).toBeInstanceOf(BatchRefusedError);
    expect(refused).toMatchObject({ accepted: 1, cause: { code: "WEBHOOK_REFUSED", status: 422 } });
    expect(refused.cause.fault).toBe("message");
    expect(received).toHaveLength(2);
  });

  it.each([408, 425, 429, 502, 503, 504])(
    "that answers %i is down, which no event is to blame for",
    async (status) => {
      answer = (_request, response) => void response.writeHead(status).end();
      const { cause } = await deliver([record(1)]).catch((error) => error);
      expect(cause).toBeInstanceOf(WebhookUnavailableError);
      expect(cause.fault).toBe("infrastructure");
    },
  );

  it("that cannot be reached is down", async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
    const { cause } = await deliver([record(1)]).catch((error) => error);
    expect(cause).toBeInstanceOf(WebhookUnavailableError);
    expect(cause.message).toMatch(/ECONNREFUSED/);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });

  it("that redirects is not followed", async () => {
    answer = (_request, response) => void response.writeHead(307, { location: "/else" }).end();
    const { cause } = await deliver([record(1)]).catch((error) => error);
    expect(cause).toBeInstanceOf(WebhookRefusedError);
    expect(received).toHaveLength(1);
  });

  it("that does not answer is let go when the time is over, with what it took", async () => {
    const abort = new AbortController();
    answer = ({ body }, response) => {
      if (body.includes("e-2")) abort.abort(new Error("too late"));
      else response.writeHead(200).end();
    };
    const error = await deliver([record(1), record(2)], {}, abort.signal).catch((thrown) => thrown);
    expect(error).toMatchObject({ accepted: 1, cause: { code: "WEBHOOK_UNAVAILABLE" } });
  });

  it("gets what could be encoded before it hears of what could not", async () => {
    const bad = { ...record(2), envelope: "{}" };
    const encoding = stateChangeEncoding({});
    for (const requests of ["each", "batch"] as const) {
      const batch = [record(1), bad, record(3)];
      const error = await deliver(batch, { encoding, requests }).catch((thrown) => thrown);
      expect(error).toMatchObject({ accepted: 1, cause: { code: "ENVELOPE_CORRUPT" } });
    }
    expect(received).toHaveLength(2);
  });

  it("shows people where it goes, without what may be secret in its URL", () => {
    const sink = toWebhook({ url: "https://crm.example/hook?key=s3cret#x", secret: SECRET });
    expect(sink).toMatchObject({ kind: "webhook", target: "https://crm.example/hook" });
  });

  it.each(["nowhere", "ftp://host/x", "https://user:secret@host/"])("cannot go to '%s'", (bad) => {
    expect(() => toWebhook({ url: bad, secret: SECRET })).toThrow(InvalidConfigError);
  });
});
