/** One request body that somebody hostile might send. */
export interface HostileBody {
  /** Which it is of its seed, so that it can be made again. */
  readonly index: number;
  readonly body: Uint8Array;
  /** Whether it was made as JSON that is an envelope in all but its values. */
  readonly isEnvelopeLike: boolean;
}

/** Draws numbers from 0 up to 1, the same ones for the same seed. */
type Draw = () => number;

/** Texts that have hurt somebody: markup, SQL, templates, paths, names of objects' own parts, odd Unicode, line ends. */
export const HOSTILE_TEXTS: readonly string[] = [
  "<script>window.__pwned = 1</script>",
  '"><img src=x onerror="window.__pwned = 1">',
  "<svg/onload=window.__pwned=1>",
  "javascript:window.__pwned=1",
  "</script><script>window.__pwned=1</script>",
  "<iframe srcdoc='<script>parent.__pwned=1</script>'>",
  "{{constructor.constructor('window.__pwned=1')()}}",
  "$\u007bwindow.__pwned=1}",
  "'; DROP TABLE sagascope.instance; --",
  "' OR '1'='1",
  "1); DELETE FROM sagascope.event; --",
  "$1::text || pg_sleep(10)",
  "%' ESCAPE '\\",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "../../../../etc/passwd",
  "..%2f..%2f",
  "a/b/c",
  "?x=1#y",
  "\u202Egnp.exe",
  "\u200B\u200B",
  "\uFEFFbom",
  "e\u0301".repeat(40),
  "👩‍👩‍👧‍👦".repeat(20),
  "İıſﬀ",
  "line\r\nInjected: header",
  "tab\there",
  " leading and trailing ",
  "NaN",
  "null",
  "-0",
  "x".repeat(1_000),
  "%s%n%d",
];

/** Texts with characters that no attribute may hold, or that databases refuse. */
const BROKEN_TEXTS: readonly string[] = [
  "\u0000",
  "a\u0000b",
  "\u0007",
  "\u001b[31m",
  "\u007f",
  "\uD800",
  "\uDC00x",
];

/** Events of the engine, which nobody may send from outside. */
const FORGED_TYPES: readonly string[] = [
  "xstate.init",
  "xstate.stop",
  "xstate.done.actor.capture",
  "xstate.error.actor.capture",
  "xstate.after.1000.order.waiting",
  "done.invoke.capture",
  "done.state.order",
  "error.platform.capture",
  "after.1000",
  "*",
  "",
  "xsm.deadletter",
  "xsm.order.transition.paid",
  "xsm.order.done.invoke.capture",
  "xsm.order.xstate.init",
];

const NUMBERS: readonly string[] = [
  "1e400",
  "-1e400",
  "1e-400",
  "-0",
  "9007199254740993",
  "123456789012345678901234567890",
  "0.1e1000",
  "1".repeat(400),
  "01",
  "1.",
  "NaN",
  "Infinity",
];

const ATTRIBUTES = ["specversion", "id", "type", "source", "subject"] as const;
const OPTIONAL = [
  "time",
  "datacontenttype",
  "dataschema",
  "correlationid",
  "causationid",
  "machineid",
  "machineversion",
  "xsmattempt",
  "partitionkey",
  "traceparent",
] as const;

/** What a well-meant envelope has in each attribute; values of the routes under test. */
export interface HostileNames {
  readonly types: readonly string[];
  readonly subjects: readonly string[];
}

/** Hostile bodies without end, the same ones for the same seed. */
export function* hostileBodies(seed: number, names: HostileNames): Generator<HostileBody> {
  for (let index = 0; ; index += 1) yield hostileBody(seed, index, names);
}

/** The body of that index alone. */
export function hostileBody(seed: number, index: number, names: HostileNames): HostileBody {
  const draw = drawFrom(Math.imul(seed, 0x9e3779b1) ^ index);
  const kind = draw();
  if (kind < 0.05) return { index, body: brokenText(draw, index, names), isEnvelopeLike: false };
  if (kind < 0.1) return { index, body: bytesOf(value(draw, 3)), isEnvelopeLike: false };
  return { index, body: bytesOf(envelopeText(draw, index, names)), isEnvelopeLike: true };
}

/** An envelope with one to all of its parts made hostile; sometimes with a part twice, or with one missing. */
function envelopeText(draw: Draw, index: number, names: HostileNames): string {
  const share = draw() * draw(); // most have few hostile parts, so that they come far
  const members = ATTRIBUTES.map((name) => {
    const good = goodValue(draw, name, index, names);
    return member(name, draw() < share ? attribute(draw, name) : JSON.stringify(good));
  });
  for (const name of OPTIONAL) if (draw() < 0.2) members.push(member(name, attribute(draw, name)));
  if (draw() < 0.85) members.push(member("data", data(draw)));
  if (draw() < 0.05)
    members.push(member("data_base64", JSON.stringify(pick(draw, ["!!", "aGk=", "_-", ""]))));
  if (draw() < 0.15) members.push(member(extensionName(draw), value(draw, 1)));
  if (draw() < 0.1) members.push(pick(draw, members)); // a name twice
  if (draw() < 0.05) members.splice(Math.floor(draw() * members.length), 1);
  if (draw() < 0.3) members.reverse();
  return `{${members.join(",")}}`;
}

function goodValue(
  draw: Draw,
  name: (typeof ATTRIBUTES)[number],
  index: number,
  { types, subjects }: HostileNames,
): string {
  if (name === "specversion") return "1.0";
  if (name === "id") return `hostile-${index}`;
  if (name === "source") return "/hostile";
  return pick(draw, name === "type" ? types : subjects);
}

function attribute(draw: Draw, name: string): string {
  if (name === "type" && draw() < 0.5) return JSON.stringify(pick(draw, FORGED_TYPES));
  if (name === "specversion" && draw() < 0.5)
    return JSON.stringify(pick(draw, ["0.3", "2.0", "1"]));
  return draw() < 0.75 ? text(draw) : value(draw, 2);
}

function extensionName(draw: Draw): string {
  return pick(draw, [
    "__proto__",
    "constructor",
    "Upper",
    "with-dash",
    "ok1",
    "a".repeat(60),
    "data",
    "password",
  ]);
}

/** Payloads: deep, wide, with names of objects' own parts, markup in keys and values. */
function data(draw: Draw): string {
  const kind = draw();
  if (kind < 0.1) return nested(Math.floor(draw() * 3_000));
  if (kind < 0.15) return `[${Array.from({ length: 2_000 }, () => "0").join(",")}]`;
  return value(draw, 4);
}

function nested(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

function value(draw: Draw, depth: number): string {
  const kind = draw();
  if (depth > 0 && kind < 0.35) return object(draw, depth);
  if (depth > 0 && kind < 0.5) {
    return `[${Array.from({ length: Math.floor(draw() * 4) }, () => value(draw, depth - 1)).join(",")}]`;
  }
  if (kind < 0.75) return text(draw);
  if (kind < 0.9) return draw() < 0.5 ? String(Math.floor(draw() * 1_000)) : pick(draw, NUMBERS);
  return pick(draw, ["true", "false", "null"]);
}

function object(draw: Draw, depth: number): string {
  const members = Array.from({ length: Math.floor(draw() * 5) }, () =>
    member(
      draw() < 0.5 ? pick(draw, HOSTILE_TEXTS) : pick(draw, ["total", "card", "id"]),
      value(draw, depth - 1),
    ),
  );
  return `{${members.join(",")}}`;
}

function text(draw: Draw): string {
  const kind = draw();
  if (kind < 0.12) return JSON.stringify(pick(draw, BROKEN_TEXTS));
  if (kind < 0.15) return JSON.stringify("y".repeat(Math.floor(draw() * 20_000)));
  if (kind < 0.18) return '"\\ud800"';
  const joined = draw() < 0.3 ? pick(draw, HOSTILE_TEXTS) : "";
  return JSON.stringify(pick(draw, HOSTILE_TEXTS) + joined);
}

function member(name: string, written: string): string {
  return `${JSON.stringify(name)}:${written}`;
}

/** What is no JSON at all, or no text. */
function brokenText(draw: Draw, index: number, names: HostileNames): Uint8Array {
  const whole = envelopeText(draw, index, names);
  const kind = Math.floor(draw() * 6);
  if (kind === 0) return bytesOf(whole.slice(0, Math.floor(draw() * whole.length)));
  if (kind === 1) return bytesOf(`${whole}${pick(draw, ["}", ",", whole, "\u0000"])}`);
  if (kind === 2) return Uint8Array.from({ length: 64 }, () => Math.floor(draw() * 256));
  if (kind === 3) return bytesOf(`\uFEFF${whole}`);
  if (kind === 4) return new Uint8Array();
  return Uint8Array.from([...bytesOf('{"id":"'), 0xc3, 0x28, 0xff, ...bytesOf('"}')]);
}

function bytesOf(written: string): Uint8Array {
  return new TextEncoder().encode(written);
}

function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  return items[Math.floor(draw() * items.length)] as Item;
}

/** A small generator of numbers (mulberry32): quick, and the same everywhere. */
function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
