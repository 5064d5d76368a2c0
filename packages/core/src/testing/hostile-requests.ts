import { hostileBody } from "./hostile-envelopes.ts";
import {
  ATTRIBUTES,
  attribute,
  bytesOf,
  type Draw,
  data,
  drawFrom,
  goodValue,
  type HostileNames,
  OPTIONAL,
  pick,
} from "./hostile-values.ts";

/** One HTTP request with events that somebody hostile might send. */
export interface HostileRequest {
  /** Which it is of its seed, so that it can be made again. */
  readonly index: number;
  readonly kind: HostileKind;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

/** How a request carries its events, or what is wrong with it before anything reads them. */
export type HostileKind =
  | "structured"
  | "binary"
  | "batch"
  | "overlong batch"
  | "oversized"
  | "oversized batch"
  | "compressed"
  | "mistyped";

/** Shares of 100,000: bodies past a mebibyte are dear to make, and the rest is where most can go wrong. */
const KINDS: readonly (readonly [upTo: number, kind: HostileKind])[] = [
  [0.0002, "oversized batch"],
  [0.003, "oversized"],
  [0.006, "overlong batch"],
  [0.015, "compressed"],
  [0.03, "mistyped"],
  [0.15, "batch"],
  [0.3, "binary"],
  [1, "structured"],
];

const STRUCTURED = "application/cloudevents+json";
const BATCH = "application/cloudevents-batch+json";
const EVENT_BYTES_MAX = 1_048_576;
const BATCH_EVENTS_MAX = 1_000;
const BATCH_ITEMS = 4;
const BATCHED_FROM = 1_000_000; // ids of batched events are no ids of others

/** The request of that index: the same one for the same seed. */
export function hostileRequest(seed: number, index: number, names: HostileNames): HostileRequest {
  const draw = drawFrom(Math.imul(seed, 0x85ebca6b) ^ index);
  const at = draw();
  const kind = KINDS.find(([upTo]) => at < upTo)?.[1] ?? "structured";
  return { index, kind, ...requestOf(kind, draw, { seed, index, names }) };
}

interface Place {
  readonly seed: number;
  readonly index: number;
  readonly names: HostileNames;
}

function requestOf(
  kind: HostileKind,
  draw: Draw,
  place: Place,
): Pick<HostileRequest, "headers" | "body"> {
  const one = () => hostileBody(place.seed, place.index, place.names).body;
  switch (kind) {
    case "structured":
      return { headers: { "content-type": STRUCTURED }, body: one() };
    case "binary":
      return binaryRequest(draw, place);
    case "batch":
      return { headers: { "content-type": BATCH }, body: batchBody(draw, place) };
    case "overlong batch":
      return { headers: { "content-type": BATCH }, body: listOf(BATCH_EVENTS_MAX + 1, "{}") };
    case "oversized":
      return { headers: { "content-type": STRUCTURED }, body: padded(draw, EVENT_BYTES_MAX) };
    case "oversized batch":
      return { headers: { "content-type": BATCH }, body: padded(draw, 8 * EVENT_BYTES_MAX) };
    case "compressed": {
      const encoding = pick(draw, ["gzip", "br", "deflate", "zstd", "identity, gzip", "<b>"]);
      return { headers: { "content-type": STRUCTURED, "content-encoding": encoding }, body: one() };
    }
    case "mistyped": {
      const type = pick(draw, ["text/html", "application/json", `${STRUCTURED}; charset=utf-16`]);
      return { headers: { "content-type": type }, body: one() };
    }
  }
}

/** Attributes as headers, percent-encoded as the binding says, or as bare bytes; data as the body. */
function binaryRequest(
  draw: Draw,
  { index, names }: Place,
): Pick<HostileRequest, "headers" | "body"> {
  const share = draw() * draw();
  const headers: [string, string][] = ATTRIBUTES.map((name) => {
    const written =
      draw() < share ? attribute(draw, name) : JSON.stringify(goodValue(draw, name, index, names));
    return [`ce-${name}`, headerText(draw, written)];
  });
  for (const name of OPTIONAL) {
    if (draw() < 0.1) headers.push([`ce-${name}`, headerText(draw, attribute(draw, name))]);
  }
  if (draw() < 0.1)
    headers.push([`ce-${pick(draw, ["Upper", "with-dash", "authorization", "data"])}`, "x"]);
  const type = pick(draw, [
    "application/json",
    "application/json",
    "text/html",
    "application/octet-stream",
    "",
  ]);
  return {
    headers: { "content-type": type, ...Object.fromEntries(headers) },
    body: bytesOf(data(draw)),
  };
}

/** What a header can hold of it: HTTP has no NUL and no line ends in one, and sends the rest as bytes. */
function headerText(draw: Draw, written: string): string {
  const told: unknown = parsedOrSame(written);
  const plain = wellFormed(typeof told === "string" ? told : written);
  if (draw() < 0.7) return encodeURIComponent(plain).replaceAll("%2F", "/").slice(0, 4_000);
  const bytes = Buffer.from(plain, "utf8").toString("latin1");
  return [...bytes]
    .filter((letter) => letter >= " " && letter !== "\u007f")
    .join("")
    .trim()
    .slice(0, 4_000);
}

/** Half a surrogate pair is no text that a header could encode; what is sent of one is the replacement character. */
function wellFormed(text: string): string {
  return Buffer.from(text, "utf8").toString("utf8");
}

function parsedOrSame(written: string): unknown {
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}

function batchBody(draw: Draw, { seed, index, names }: Place): Uint8Array {
  const many = Math.floor(draw() * (BATCH_ITEMS + 1));
  const items = Array.from({ length: many }, (_each, at) =>
    Buffer.from(hostileBody(seed, BATCHED_FROM + index * BATCH_ITEMS + at, names).body).toString(
      "latin1",
    ),
  );
  return Buffer.from(`[${items.join(",")}]`, "latin1");
}

function listOf(length: number, item: string): Uint8Array {
  return bytesOf(`[${Array.from({ length }, () => item).join(",")}]`);
}

/** More than is taken, by one byte or by many; some of it would be an envelope if it were read. */
function padded(draw: Draw, bytesMax: number): Uint8Array {
  const head =
    '{"specversion":"1.0","id":"large","type":"shop.add","source":"/l","subject":"l","data":"';
  const length = draw() < 0.5 ? bytesMax + 1 : bytesMax + Math.floor(draw() * 4_096) + 1;
  return bytesOf(`${head}${"z".repeat(length - head.length - 2)}"}`);
}
