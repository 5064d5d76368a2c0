import http from "node:http";
import type { AddressInfo } from "node:net";

/** One call that a worker made. */
export interface ServiceCall {
  readonly service: string;
  readonly subject: string;
  readonly idempotencyKey: string;
}

/** The outside services of the test project: they log every call, and answer when the test lets them. */
export interface TestServices {
  readonly url: string;
  readonly calls: readonly ServiceCall[];
  /** Told of each call before it is answered; the answer waits for what this returns, and may be a failure. */
  onCall: (call: ServiceCall) => unknown;
  /** The services' names in the order a subject called them. */
  callsOf(subject: string): readonly string[];
  close(): Promise<void>;
}

/** By service, subjects that it fails for. */
const REFUSED: Readonly<Record<string, RegExp>> = {
  reserve: /-unreservable$/,
  charge: /-unpayable$/,
  ship: /-unshippable$/,
};

/** Start them on a free port: `ship` fails for subjects that end with `-unshippable`, and so on. */
export async function startServices(): Promise<TestServices> {
  const calls: ServiceCall[] = [];
  const server = http.createServer(async (request, response) => {
    const [, service = "", subject = ""] = decodeURIComponent(request.url ?? "").split("/");
    const call = { service, subject, idempotencyKey: `${request.headers["idempotency-key"]}` };
    calls.push(call);
    const isFailed = (await services.onCall(call)) === "fails";
    const fails = isFailed || (REFUSED[service]?.test(subject) ?? false);
    response.writeHead(fails ? 500 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify({ by: call.idempotencyKey }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const services: TestServices = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    onCall: () => undefined,
    callsOf: (subject) =>
      calls.filter((call) => call.subject === subject).map(({ service }) => service),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return services;
}
