import {
  dotnet,
  go,
  java,
  node,
  php,
  plain,
  python,
  ruby,
  rust,
  type Sentence,
} from "./error-languages.ts";

/** One thing that goes wrong, and how the language of the service says so. */
export interface ErrorCause {
  readonly name: string;
  readonly text: Sentence;
}

const cause = (name: string, text: Sentence): ErrorCause => ({ name, text });

/** Fifty causes: what a payment, a mail and a shipping service written in eight languages say when they give up. */
export const ERROR_CAUSES: readonly ErrorCause[] = [
  cause(
    "CardDeclined",
    node((n) => `card declined for ${n.key()}: insufficient funds, needs ${n.money()}`),
  ),
  cause(
    "CardDeclined",
    node((n) => `card declined for ${n.key()}: expired ${n.number(12)}/${n.number(99)}`),
  ),
  cause(
    "CardDeclined",
    node((n) => `card declined for ${n.key()}: do not honour`),
  ),
  cause(
    "TypeError",
    node((n) => `Cannot read properties of undefined (reading ${n.quoted()})`),
  ),
  cause(
    "TypeError",
    node((n) => `${n.quoted()} is not iterable`),
  ),
  cause(
    "FetchError",
    node(
      (n) =>
        `request to https://${n.host()}/v${n.number(3)}/charge?id=${n.uuid()} failed, reason: socket hang up`,
    ),
  ),
  cause(
    "AbortError",
    node((n) => `the call took longer than ${n.number(60_000)} ms`),
  ),
  cause(
    "Error",
    java(
      "java.sql.SQLTransientConnectionException",
      (n) =>
        `HikariPool-${n.number(9)} - Connection is not available, request timed out after ${n.number(40_000)}ms.`,
    ),
  ),
  cause(
    "Error",
    java(
      "java.net.SocketTimeoutException",
      (n) => `Read timed out after ${n.number(30)}s from ${n.host()}`,
    ),
  ),
  cause(
    "Error",
    java(
      "java.lang.NullPointerException",
      (n) => `Cannot invoke ${n.quoted()} because ${n.quoted()} is null`,
    ),
  ),
  cause(
    "Error",
    java(
      "org.hibernate.StaleObjectStateException",
      (n) => `Row was updated by another transaction: [com.shop.Order#${n.number()}]`,
    ),
  ),
  cause(
    "Error",
    java(
      "java.lang.IllegalStateException",
      (n) => `session com.shop.Session@${n.hex(8)} is closed`,
    ),
  ),
  cause(
    "Error",
    java(
      "com.fasterxml.jackson.databind.JsonMappingException",
      (n) => `Unexpected end-of-input at line ${n.number(9)}, column ${n.number(999)}`,
    ),
  ),
  cause(
    "Error",
    python("KeyError", (n) => `${n.quoted()}`),
  ),
  cause(
    "Error",
    python(
      "sqlalchemy.exc.IntegrityError",
      (n) => `duplicate key value violates unique constraint on ${n.key()}`,
    ),
  ),
  cause(
    "Error",
    python(
      "sqlalchemy.exc.OperationalError",
      (n) => `could not connect to server at ${n.host()}: Connection refused`,
    ),
  ),
  cause(
    "Error",
    python(
      "requests.exceptions.ReadTimeout",
      (n) =>
        `HTTPSConnectionPool(host=${n.quoted()}, port=${n.number(9_999)}): Read timed out. (read timeout=${n.number(60)})`,
    ),
  ),
  cause(
    "Error",
    python("ValueError", (n) => `time data ${n.quoted()} does not match format ${n.quoted()}`),
  ),
  cause(
    "Error",
    python("decimal.InvalidOperation", (n) => `amount ${n.money()} has more places than allowed`),
  ),
  cause(
    "Error",
    python(
      "UnicodeDecodeError",
      (n) => `codec can't decode byte 0x${n.hex(2)} in position ${n.number()}: invalid start byte`,
    ),
  ),
  cause(
    "Error",
    go(
      (n) =>
        `panic: runtime error: index out of range [${n.number(99)}] with length ${n.number(99)}`,
    ),
  ),
  cause(
    "Error",
    go(() => "panic: runtime error: invalid memory address or nil pointer dereference"),
  ),
  cause(
    "Error",
    go(
      (n) =>
        `rpc error: code = Unavailable desc = connection error: dial tcp ${n.host()}: connect: connection refused`,
    ),
  ),
  cause(
    "Error",
    go(
      (n) =>
        `context deadline exceeded after ${n.number(90)}.${n.number(999)}s (trace ${n.hex(32)})`,
    ),
  ),
  cause(
    "Error",
    go(
      (n) =>
        `pq: deadlock detected: process ${n.number()} waits for ShareLock on transaction ${n.number()}`,
    ),
  ),
  cause(
    "Error",
    go((n) => `open ${n.path()}: no such file or directory`),
  ),
  cause(
    "Error",
    dotnet("System.TimeoutException", (n) => `The operation has timed out at ${n.time()}`),
  ),
  cause(
    "Error",
    dotnet(
      "System.FormatException",
      (n) => `Input string ${n.quoted()} was not in a correct format.`,
    ),
  ),
  cause(
    "Error",
    dotnet(
      "Npgsql.PostgresException",
      (n) => `${n.number(99_999)}: relation ${n.quoted()} does not exist`,
    ),
  ),
  cause(
    "Error",
    dotnet(
      "System.InvalidOperationException",
      (n) => `Sequence of ${n.number(50)} elements contains more than one element`,
    ),
  ),
  cause(
    "Error",
    dotnet(
      "System.Net.Http.HttpRequestException",
      (n) =>
        `Response status code does not indicate success: ${n.number(99) + 500} for order ${n.number()}`,
    ),
  ),
  cause(
    "Error",
    rust(
      (n) =>
        `called \`Result::unwrap()\` on an \`Err\` value: ParseIntError for field ${n.number(9)}`,
    ),
  ),
  cause(
    "Error",
    rust((n) => `index out of bounds: the len is ${n.number(9)} but the index is ${n.number(99)}`),
  ),
  cause(
    "Error",
    rust((n) => `attempt to subtract with overflow at lot ${n.hex(16)}`),
  ),
  cause(
    "Error",
    rust((n) => `budget of ${n.money()} EUR exhausted by ${n.key()}`),
  ),
  cause(
    "Error",
    ruby("NoMethodError", (n) => `undefined method ${n.quoted()} for nil`),
  ),
  cause(
    "Error",
    ruby("ActiveRecord::RecordNotFound", (n) => `Couldn't find Order with id=${n.number()}`),
  ),
  cause(
    "Error",
    ruby(
      "ArgumentError",
      (n) => `wrong number of arguments (given ${n.number(9)}, expected ${n.number(9)})`,
    ),
  ),
  cause(
    "Error",
    ruby(
      "Redis::CannotConnectError",
      (n) => `Error connecting to Redis on ${n.host()} (Errno::ECONNREFUSED)`,
    ),
  ),
  cause(
    "Error",
    php("PDOException", (n) => `SQLSTATE[${n.number(99)}]: server has gone away at ${n.time()}`),
  ),
  cause(
    "Error",
    php("DivisionByZeroError", () => "Modulo by zero"),
  ),
  cause(
    "Error",
    php("JsonException", (n) => `Syntax error near byte ${n.number()}`),
  ),
  cause(
    "TemplateNotFound",
    plain((n) => `no template ${n.quoted()} in ${n.number(40)} languages`),
  ),
  cause(
    "MailRefused",
    plain(
      (n) => `mailbox of user${n.number()}@mail${n.number(9)}.example is full since ${n.time()}`,
    ),
  ),
  cause(
    "MailRefused",
    plain((n) => `message of ${n.number(90)} MB is larger than ${n.number(20)} MB`),
  ),
  cause(
    "NoStock",
    plain((n) => `only ${n.number(9)} of ${n.number(99)} pieces of article ART-${n.number()} left`),
  ),
  cause(
    "NoCourier",
    plain((n) => `no courier goes to postal code ${n.number()} on ${n.time()}`),
  ),
  cause(
    "Conflict",
    plain((n) => `order ${n.uuid()} is at revision ${n.number(40)}, not ${n.number(40)}`),
  ),
  cause(
    "ValidationError",
    plain((n) => `{"errors":[{"field":${JSON.stringify(n.hex(5))},"was":${n.number()}}]} refused`),
  ),
  cause(
    "QuotaExceeded",
    plain((n) => `tenant ${n.hex(24)} used ${n.number(100)}% of its quota, resets ${n.time()}`),
  ),
];
