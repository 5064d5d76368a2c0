import { createHmac } from "node:crypto";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import type { AlertMessage } from "../alert-channel.ts";
import { createAlertSender } from "./create-sender.ts";
import { addressesOf } from "./guarded-lookup.ts";
import { isPrivateAddress } from "./private-addresses.ts";

const SECRET = "a secret of some length";
const MESSAGE: AlertMessage = {
  kind: "raised",
  rule: "letters",
  summary: "mail: 3 new dead letters",
  raisedAt: "2026-08-21T12:00:00.000Z",
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

interface Seen {
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** A server that answers with a status and keeps what it was sent. */
async function startReceiver(status: number, headers: Record<string, string> = {}) {
  const seen: Seen[] = [];
  const server = createHttpServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    seen.push({ headers: request.headers, body });
    response.writeHead(status, headers).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { seen, url: `http://127.0.0.1:${port}/hook?token=hidden` };
}

describe("a webhook", () => {
  it("is signed over its time and body, so that a receiver knows it", async () => {
    const receiver = await startReceiver(204);
    const channel = { kind: "webhook", url: receiver.url, secret: SECRET } as const;
    await createAlertSender(["127.0.0.1"])(channel, MESSAGE, "42");

    const [{ headers, body } = { headers: {}, body: "" }] = receiver.seen;
    const timestamp = String(headers["x-sagascope-timestamp"]);
    const expected = createHmac("sha256", SECRET).update(`${timestamp}.${body}`).digest("hex");
    expect(headers["x-sagascope-signature"]).toBe(`v1=${expected}`);
    expect(headers["x-sagascope-id"]).toBe("42");
    expect(JSON.parse(body)).toEqual(MESSAGE);
  });

  it.each([500, 302])(
    "fails on an answer of %i, and says nothing of the address",
    async (status) => {
      const receiver = await startReceiver(status, { location: "http://127.0.0.1:1/elsewhere" });
      const channel = { kind: "webhook", url: receiver.url, secret: SECRET } as const;
      await expect(createAlertSender(["127.0.0.1"])(channel, MESSAGE, "42")).rejects.toThrow(
        `'127.0.0.1' answered ${status}`,
      );
      expect(receiver.seen).toHaveLength(1);
    },
  );

  it("is not sent into a private network unless that is allowed", async () => {
    const receiver = await startReceiver(200);
    const channel = { kind: "webhook", url: receiver.url, secret: SECRET } as const;
    await expect(createAlertSender([])(channel, MESSAGE, "42")).rejects.toThrow(/private network/);
    expect(receiver.seen).toEqual([]);
  });
});

describe("a Slack-compatible webhook", () => {
  it("gets one line of text", async () => {
    const receiver = await startReceiver(200);
    await createAlertSender(["127.0.0.1"])({ kind: "slack", url: receiver.url }, MESSAGE, "1");
    expect(receiver.seen.map(({ body }) => JSON.parse(body))).toEqual([
      { text: "[raised] mail: 3 new dead letters" },
    ]);
  });
});

/** As much of a mail server as it takes to be handed a mail. */
async function startMailServer(refuse = false) {
  const lines: string[] = [];
  const server = createServer((socket: Socket) => {
    let isData = false;
    let rest = "";
    socket.write("220 test\r\n");
    socket.on("error", () => undefined);
    socket.on("data", (chunk) => {
      const parts = (rest + chunk.toString("utf8")).split("\r\n");
      rest = parts.pop() ?? "";
      for (const line of parts) {
        lines.push(line);
        if (isData && line !== ".") continue;
        if (line === "DATA") socket.write("354 go\r\n");
        else if (line === "QUIT") socket.end("221 bye\r\n");
        else if (refuse && line.startsWith("MAIL")) socket.write("550 no password=geheim\r\n");
        else socket.write("250 ok\r\n");
        isData = line === "DATA";
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => server.close());
  return { lines, port: (server.address() as AddressInfo).port };
}

describe("a mail", () => {
  const channelTo = (port: number) =>
    ({
      kind: "email",
      host: "127.0.0.1",
      port,
      security: "none",
      from: "sagascope@example.com",
      to: ["one@example.com", "two@example.com"],
    }) as const;

  it("is handed to the server for each of those it is for", async () => {
    const { lines, port } = await startMailServer();
    await createAlertSender(["127.0.0.1"])(channelTo(port), MESSAGE, "7");
    expect(lines).toEqual(
      expect.arrayContaining([
        "RCPT TO:<one@example.com>",
        "RCPT TO:<two@example.com>",
        "Subject: Sagascope [raised] mail: 3 new dead letters",
        "Rule: letters",
      ]),
    );
  });

  it("fails when the server does not take it, without repeating what the server said", async () => {
    const { port } = await startMailServer(true);
    const sending = createAlertSender(["127.0.0.1"])(channelTo(port), MESSAGE, "7");
    await expect(sending).rejects.toThrow(/^'127\.0\.0\.1' did not take the mail: EENVELOPE$/);
  });
});

describe("addresses", () => {
  it.each([
    ...["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"],
    ...["100.64.0.1", "::1", "::", "fe80::1", "fd00::1", "::ffff:10.0.0.1", "not an address"],
  ])("%s is private", (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(["93.184.216.34", "172.32.0.1", "2606:4700::1111"])("%s is public", (address) => {
    expect(isPrivateAddress(address)).toBe(false);
  });

  it("are all checked: one private one among them is enough", async () => {
    const resolve = async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "10.0.0.1", family: 4 },
    ];
    await expect(addressesOf("example.com", new Set(), resolve)).rejects.toThrow(/private network/);
    expect(await addressesOf("Example.com", new Set(["example.com"]), resolve)).toHaveLength(2);
  });
});
