import { canonicalJson } from "../kernel/canonical-json.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { compareSchemas, type SchemaEffect } from "../schemas/compare-schemas.ts";
import { type Outline, type OutlineMessage, outlineOf } from "./outline.ts";

/** Whether those on the other side notice: they break, they do not, or it cannot be told by looking. */
export type ChangeClass = "breaking" | "compatible" | "unclear";

/** One difference between two documents. */
export interface DocumentChange {
  readonly class: ChangeClass;
  /** What it is about: a message's type, a server's name, a channel's address; empty for the whole. */
  readonly about: string;
  readonly direction: "receives" | "sends" | undefined;
  /** Where in it, as in `data.total`; empty for all of it. */
  readonly path: string;
  /** In words: `is required now`. */
  readonly what: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

const ORDER: readonly ChangeClass[] = ["breaking", "unclear", "compatible"];

/**
 * What a change of a schema means to others. Who sends us something must not be refused what was taken before; who reads what
 * we send must not find what could not be there before, nor miss what always was.
 */
const MEANING: Readonly<
  Record<OutlineMessage["direction"], Readonly<Record<SchemaEffect, ChangeClass>>>
> = {
  receives: {
    narrower: "breaking",
    wider: "compatible",
    added: "compatible",
    removed: "compatible",
    same: "compatible",
    unclear: "breaking",
  },
  sends: {
    narrower: "compatible",
    wider: "breaking",
    added: "compatible",
    removed: "unclear",
    same: "compatible",
    unclear: "breaking",
  },
};

/** Words of a schema that look changed both ways need a reader: these cannot be judged. */
const UNJUDGED = /^has another /;

/**
 * Every difference between two AsyncAPI 3 documents of one machine, system or service, the breaking ones first. Pure and
 * deterministic. `@asyncapi/diff` compares the text of documents and calls most changes of a schema unclassified, since it
 * does not ask which way a message goes.
 */
export function compareDocuments(before: JsonObject, after: JsonObject): DocumentChange[] {
  const [one, other] = [outlineOf(before), outlineOf(after)];
  const changes = [
    ...compareInfo(one, other),
    ...compareServers(one, other),
    ...compareMessages({ ...one, document: before }, { ...other, document: after }),
    ...compareChannels(one, other),
  ];
  return changes
    .map((change, at) => ({ change, at }))
    .sort((a, b) => ORDER.indexOf(a.change.class) - ORDER.indexOf(b.change.class) || a.at - b.at)
    .map(({ change }) => change);
}

/** How many of each class. */
export function countChanges(
  changes: readonly DocumentChange[],
): Readonly<Record<ChangeClass, number>> {
  const count = (wanted: ChangeClass) => changes.filter((change) => change.class === wanted).length;
  return {
    breaking: count("breaking"),
    unclear: count("unclear"),
    compatible: count("compatible"),
  };
}

function* compareInfo(one: Outline, other: Outline): Generator<DocumentChange> {
  for (const word of ["title", "version", "description", "asyncapi"] as const) {
    if (one[word] === other[word]) continue;
    yield change(
      "compatible",
      "",
      `its ${word === "asyncapi" ? "AsyncAPI version" : word} changed`,
      one[word],
      other[word],
    );
  }
}

function* compareServers(one: Outline, other: Outline): Generator<DocumentChange> {
  for (const server of one.servers) {
    const now = other.servers.find(({ name }) => name === server.name);
    const about = `server ${server.name}`;
    if (now === undefined) yield change("breaking", about, "is gone", server.host, undefined);
    else {
      if (now.protocol !== server.protocol)
        yield change("breaking", about, "speaks another protocol", server.protocol, now.protocol);
      if (now.host !== server.host)
        yield change("breaking", about, "is elsewhere", server.host, now.host);
    }
  }
  for (const { name, host } of other.servers) {
    if (!one.servers.some((server) => server.name === name)) {
      yield change("compatible", `server ${name}`, "is new", undefined, host);
    }
  }
}

function* compareChannels(one: Outline, other: Outline): Generator<DocumentChange> {
  for (const channel of one.channels.filter(({ address }) => address !== null)) {
    const now = other.channels.find(({ address }) => address === channel.address);
    if (now === undefined || canonicalJson(now.bindings) === canonicalJson(channel.bindings))
      continue;
    yield change(
      "unclear",
      `topic ${channel.address}`,
      "stands on its broker another way",
      channel.bindings,
      now.bindings,
    );
  }
}

type Rooted = Outline & { readonly document: JsonObject };

function* compareMessages(one: Rooted, other: Rooted): Generator<DocumentChange> {
  for (const message of one.messages) {
    const now = counterpart(message, other.messages);
    if (now === undefined) yield gone(message);
    else {
      if (now.topic !== message.topic) yield moved(message, now);
      yield* compareMessage(one, other, message, now);
    }
  }
  for (const message of other.messages) {
    if (counterpart(message, one.messages) !== undefined) continue;
    const verb = message.direction === "sends" ? "sends" : "receives";
    yield {
      ...change("compatible", message.type, `new message it ${verb}`, undefined, message.topic),
      direction: message.direction,
    };
  }
}

/** The same type the same way: on the same topic, else where it was moved to. */
function counterpart(
  { type, direction, topic }: OutlineMessage,
  messages: readonly OutlineMessage[],
): OutlineMessage | undefined {
  const same = messages.filter((other) => other.type === type && other.direction === direction);
  return same.find((other) => other.topic === topic) ?? (same.length === 1 ? same[0] : undefined);
}

function gone({ type, direction, topic }: OutlineMessage): DocumentChange {
  const what = direction === "sends" ? "is no longer sent" : "is no longer received";
  return { ...change("breaking", type, what, topic, undefined), direction };
}

/** From a topic to none, or from none to one: before, nothing could come; afterwards nothing can. */
function moved(before: OutlineMessage, after: OutlineMessage): DocumentChange {
  const { type, direction } = before;
  const found = before.topic === null ? "compatible" : "breaking";
  const what = before.topic === null ? "has a topic now" : "is on another topic";
  return { ...change(found, type, what, before.topic, after.topic), direction };
}

function* compareMessage(
  one: Rooted,
  other: Rooted,
  before: OutlineMessage,
  after: OutlineMessage,
): Generator<DocumentChange> {
  const { type, direction } = before;
  if (before.contentType !== after.contentType) {
    yield {
      ...change(
        "breaking",
        type,
        "has another content type",
        before.contentType,
        after.contentType,
      ),
      direction,
    };
  }
  if (canonicalJson(before.bindings) !== canonicalJson(after.bindings)) {
    yield {
      ...change(
        "unclear",
        type,
        "stands on its broker another way",
        before.bindings,
        after.bindings,
      ),
      direction,
    };
  }
  for (const part of ["payload", "headers"] as const) {
    const changes = compareSchemas(
      { root: one.document, schema: before[part] },
      { root: other.document, schema: after[part] },
    );
    for (const { path, effect, what, before: was, after: is } of changes) {
      const judged =
        effect === "unclear" && UNJUDGED.test(what) ? "unclear" : MEANING[direction][effect];
      yield {
        class: judged,
        about: type,
        direction,
        path: part === "headers" ? `headers.${path}` : path,
        what,
        before: was,
        after: is,
      };
    }
  }
}

function change(
  found: ChangeClass,
  about: string,
  what: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): DocumentChange {
  return { class: found, about, direction: undefined, path: "", what, before, after };
}
