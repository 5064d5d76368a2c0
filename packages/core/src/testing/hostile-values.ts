/** Draws numbers from 0 up to 1, the same ones for the same seed. */
export type Draw = () => number;

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

export const ATTRIBUTES = ["specversion", "id", "type", "source", "subject"] as const;
export const OPTIONAL = [
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

export function goodValue(
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

export function attribute(draw: Draw, name: string): string {
  if (name === "type" && draw() < 0.5) return JSON.stringify(pick(draw, FORGED_TYPES));
  if (name === "specversion" && draw() < 0.5)
    return JSON.stringify(pick(draw, ["0.3", "2.0", "1"]));
  return draw() < 0.75 ? text(draw) : value(draw, 2);
}

export function extensionName(draw: Draw): string {
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
export function data(draw: Draw): string {
  const kind = draw();
  if (kind < 0.1) return nested(Math.floor(draw() * 3_000));
  if (kind < 0.15) return `[${Array.from({ length: 2_000 }, () => "0").join(",")}]`;
  return value(draw, 4);
}

function nested(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

export function value(draw: Draw, depth: number): string {
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

export function text(draw: Draw): string {
  const kind = draw();
  if (kind < 0.12) return JSON.stringify(pick(draw, BROKEN_TEXTS));
  if (kind < 0.15) return JSON.stringify("y".repeat(Math.floor(draw() * 20_000)));
  if (kind < 0.18) return '"\\ud800"';
  const joined = draw() < 0.3 ? pick(draw, HOSTILE_TEXTS) : "";
  return JSON.stringify(pick(draw, HOSTILE_TEXTS) + joined);
}

export function member(name: string, written: string): string {
  return `${JSON.stringify(name)}:${written}`;
}

export function bytesOf(written: string): Uint8Array {
  return new TextEncoder().encode(written);
}

export function pick<Item>(draw: Draw, items: readonly Item[]): Item {
  return items[Math.floor(draw() * items.length)] as Item;
}

/** A small generator of numbers (mulberry32): quick, and the same everywhere. */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
