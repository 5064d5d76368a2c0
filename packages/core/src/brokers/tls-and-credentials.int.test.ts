import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRabbitMissing, startOwnRabbit } from "../testing/own-rabbitmq.ts";
import { hasProgram, type OwnServer, startOwnServer } from "../testing/own-server.ts";
import { makeTestCertificate, type TestCertificate } from "../testing/test-certificate.ts";

const PASSWORD = "p@ss/word:1"; // has to be written as %40, %2F, %3A in a URL

/** Nobody here makes certificates. */
const isUnsigned = !(await hasProgram("openssl"));

const SERVERS = [
  {
    ...{ name: "Redis Streams", scheme: "rediss", user: "default", password: PASSWORD },
    isMissing: isUnsigned || !(await hasProgram("redis-server")),
    start: ({ certificateFile, keyFile }: TestCertificate) =>
      startOwnServer("redis-server", ({ port, folder }) => [
        ...["--port", "0", "--tls-port", String(port), "--bind", "127.0.0.1", "--dir", folder],
        ...["--tls-cert-file", certificateFile, "--tls-key-file", keyFile],
        ...["--tls-ca-cert-file", certificateFile, "--tls-auth-clients", "no"],
        ...["--requirepass", PASSWORD, "--save", ""],
      ]),
  },
  {
    ...{ name: "NATS JetStream", scheme: "tls", user: "shop", password: PASSWORD },
    isMissing: isUnsigned || !(await hasProgram("nats-server")),
    start: ({ certificateFile, keyFile }: TestCertificate) =>
      startOwnServer("nats-server", ({ port, folder }) => [
        ...["-a", "127.0.0.1", "-p", String(port), "-js", "-sd", folder],
        ...["--tls", "--tlscert", certificateFile, "--tlskey", keyFile],
        ...["--user", "shop", "--pass", PASSWORD],
      ]),
  },
  {
    ...{ name: "RabbitMQ", scheme: "amqps", user: "guest", password: "guest" },
    isMissing: isUnsigned || (await isRabbitMissing()),
    start: (certificate: TestCertificate) => startOwnRabbit(certificate),
  },
];

const moduleOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

/** One envelope there and back. A process of its own, since Node reads whom it trusts when it starts. */
const SCRIPT = `import { brokerOfUrl } from ${moduleOf("./broker-of-url.ts")};
  import { createEnvelope } from ${moduleOf("../envelope/create-envelope.ts")};
  const broker = brokerOfUrl(process.env.BROKER_URL);
  try {
    await broker.createTopics(["t"]);
    await broker.publish("t", createEnvelope({ type: "t", id: "there-and-back" }));
    const [delivery] = await broker.subscribe("t").take(1);
    await delivery.ack();
    console.log(delivery.envelope.id);
  } catch ({ code, message }) {
    console.log(code + " " + message);
  }
  await broker.close({ drainMs: 0 });
  process.exit(0);`;

describe.each(SERVERS)("$name by TLS, with a password", (kind) => {
  let certificate: TestCertificate;
  let server: OwnServer;
  beforeAll(async () => {
    if (kind.isMissing) return;
    certificate = await makeTestCertificate();
    server = await kind.start(certificate);
  });
  afterAll(async () => {
    await server?.stop();
    await certificate?.remove();
  });

  const goThereAndBack = async (password: string, trusted: readonly string[]) => {
    const login = `${kind.user}:${encodeURIComponent(password)}`;
    const url = `${kind.scheme}://${login}@localhost:${server.port}`;
    const [file] = trusted;
    const env = {
      ...{ ...process.env, BROKER_URL: url },
      ...(file === undefined ? {} : { NODE_EXTRA_CA_CERTS: file }),
    };
    const args = ["--import", "tsx", "--input-type=module", "-e", SCRIPT];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    return stdout.trim();
  };

  it.skipIf(kind.isMissing)("publishes and consumes, by its URL alone", async () => {
    const said = await goThereAndBack(kind.password, [certificate.certificateFile]);
    expect(said).toBe("there-and-back");
  });

  it.skipIf(kind.isMissing)(
    "says of a wrong password that it was not let in, and not the password",
    async () => {
      const said = await goThereAndBack("hunter2", [certificate.certificateFile]);
      expect(said).toMatch(/^BROKER_DENIED .*(password|auth|login)/i);
      expect(said).not.toContain("hunter2");
    },
  );

  it.skipIf(kind.isMissing)("does not talk to a server that nobody vouches for", async () => {
    const said = await goThereAndBack(kind.password, []);
    expect(said).toMatch(/^BROKER_UNAVAILABLE .*self[- ]signed/i);
  });
});
