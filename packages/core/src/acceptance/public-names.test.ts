import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { EnvelopeCorruptError, EnvelopeTooLargeError } from "../envelope/errors.ts";
import {
  InvalidConfigError,
  MissingExtraError,
  SagascopeError,
  StoreUnavailableError,
} from "../kernel/errors.ts";
import { ReplayRefusedError } from "../operations/errors.ts";
import { InvalidProjectError } from "../projects/errors.ts";

/** The names that users of the other system import, by row of the acceptance table. */
const PUBLIC_NAMES: Readonly<Record<string, string>> = {
  "PUB-01":
    "Envelope EnvelopeCorruptError EnvelopeTooLargeError default_event_name new_id SPECVERSION ATTEMPT_EXTENSION MAX_DATA_DEPTH",
  "PUB-02":
    "BrokerAdapter SyncBrokerAdapter Delivery FakeBrokerAdapter SyncFakeBrokerAdapter BrokerPublishError",
  "PUB-03": "InboundDispatcher DispatchResult DEFAULT_MAX_ATTEMPTS DEFAULT_MAX_IN_FLIGHT",
  "PUB-04":
    "OutboxPlugin OutboxStore OutboxRecord OutboxRelay MemoryOutboxStore SQLiteOutboxStore SQLAlchemyOutboxStore DEFAULT_CLAIM_LEASE_S PUBLISH_TAG publish_specs",
  "PUB-05":
    "DeadLetter DeadLetterPlugin DeadLetterStore MemoryDeadLetterStore SQLiteDeadLetterStore BrokerDeadLetterSink dlq_topic redact_record",
  "PUB-06": "replay_dead_letter ReplayResult ReplayRefusedError",
  "PUB-07":
    "asyncapi_document validate_asyncapi load_asyncapi_schema consumed_events ASYNCAPI_VERSION",
  "PUB-08":
    "SagaBuilder SagaStep ChoreographyRouter Route RetryPolicy DeadLetterPlugin MemoryStore MemoryInbox SQLiteInbox SQLiteStore OptimisticLock PessimisticLock persisted",
  "ERR-01":
    "EnvelopeCorruptError EnvelopeTooLargeError BrokerPublishError ProcessingFailedError ReplayRefusedError MissingExtraError IdempotencyMismatchError IdempotencyInFlightError InboxUnavailableError StoreError ConflictError LockTimeoutError InterpreterStoppedError SnapshotDriftError SnapshotVersionError InvalidConfigError",
  "PUB-09":
    "to_cloudevent from_cloudevent to_binary to_structured from_http replay assert_replay_consistent",
};

const NOT_NEEDED = "not needed: ";
const ROOT = new URL("../../../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, ROOT), "utf8");
const doors: Readonly<Record<string, string>> = JSON.parse(
  read("packages/core/package.json"),
).exports;

interface NameRow {
  readonly there: string;
  readonly here: string;
  readonly door: string;
}

/** The rows of the page that tells users where the names went. */
const rows: readonly NameRow[] = read("docs/reference/names-of-xstate-statemachine.md")
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .map(([, there = "", here = "", door = ""]) => ({
    there: there.replaceAll("`", ""),
    here,
    door: door.replaceAll("`", ""),
  }));

/** Source of the module behind a door: what it exports is named in it. */
function sourceOf(door: string): string {
  const file = doors[door.replace("@sagascope/core", ".")];
  if (file === undefined) throw new Error(`'${door}' is no door of the package`);
  return read(`packages/core/${file}`);
}

function isExportedBy(source: string, name: string): boolean {
  const listed = [...source.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap(
    ([, names = ""]) => names.split(",").map((each) => each.replace(/^\s*type\s+/, "").trim()),
  );
  const declared = new RegExp(
    `^export (?:async )?(?:function|const|class|interface|type) ${name}\\b`,
    "m",
  );
  return listed.includes(name) || declared.test(source);
}

const namesIn = (here: string) =>
  [...here.matchAll(/`([A-Za-z_]+)`/g)].map(([, name = ""]) => name);

describe("the public names of xstate-statemachine", () => {
  it.each(Object.entries(PUBLIC_NAMES))("have their equivalents here [%s]", (_id, names) => {
    for (const name of names.split(" ")) {
      const row = rows.find(({ there }) => there === name);
      expect(row, name).toBeDefined();
      const isSaid =
        row?.here.startsWith(NOT_NEEDED) === true || namesIn(row?.here ?? "").length > 0;
      expect(isSaid, name).toBe(true);
    }
  });

  it.each(rows.filter(({ here }) => !here.startsWith(NOT_NEEDED)))(
    "$there is $here of $door",
    ({ here, door }) => {
      const sources = [sourceOf(door), sourceOf("@sagascope/core")];
      for (const name of namesIn(here)) {
        if (name === "onResult" || name === "runUntilQuiet") continue;
        expect(
          sources.some((source) => isExportedBy(source, name)),
          name,
        ).toBe(true);
      }
    },
  );

  it("have errors that say whose fault they are, by a stable code [ERR-01]", () => {
    const errors = [
      new EnvelopeCorruptError("id", "is missing"),
      new EnvelopeTooLargeError(2, 1),
      new StoreUnavailableError("load"),
      new ReplayRefusedError("replay: a reason is required"),
      new MissingExtraError("cloudevents"),
      new InvalidConfigError("leaseMs", "must be more than 0"),
      new InvalidProjectError("name", "is missing"),
    ];
    expect(errors.every((error) => error instanceof SagascopeError)).toBe(true);
    expect(errors.map(({ name, code, fault }) => [name, code, fault])).toEqual([
      ["EnvelopeCorruptError", "ENVELOPE_CORRUPT", "message"],
      ["EnvelopeTooLargeError", "ENVELOPE_TOO_LARGE", "message"],
      ["StoreUnavailableError", "STORE_UNAVAILABLE", "infrastructure"],
      ["ReplayRefusedError", "REPLAY_REFUSED", "caller"],
      ["MissingExtraError", "MISSING_EXTRA", "caller"],
      ["InvalidConfigError", "INVALID_CONFIG", "caller"],
      ["InvalidProjectError", "INVALID_PROJECT", "caller"],
    ]);
    expect(errors[1]).toBeInstanceOf(EnvelopeCorruptError);
  });

  it("are looked for in a way that would notice", () => {
    const source = 'export { one, type Two } from "./x.ts";\nexport function three() {}\n';

    expect(["one", "Two", "three", "four", "ne"].map((name) => isExportedBy(source, name))).toEqual(
      [true, true, true, false, false],
    );
    expect(() => sourceOf("@sagascope/core/nowhere")).toThrow("no door");
  });
});
