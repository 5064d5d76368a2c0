import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { UnredactableError, unrecordedMarker } from "./errors.ts";
import { createRedactor, redact, redactErrorText } from "./redactor.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiJ9.c2lnbmF0dXJlLWhlcmU";
const CARD = "4111111111111111";

describe("redact by key", () => {
  it.each([
    "password",
    "PASSWORD",
    "userPassword",
    "user_password",
    "userpassword",
    "apiKey",
    "APIKey",
    "x-api-key",
    "api.key",
    "apikey",
    "private-key",
    "passphrase",
    "accessToken",
    "refreshTokens",
    "accesstoken",
    "cardNumber",
    "cvv2",
    "credentials",
    "Set-Cookie",
    "dateOfBirth",
    "seed phrase",
    "customerEmail",
    "oauth",
    "auth",
    "OAuthState",
  ])("masks whatever stands under %s [RED-04]", (key) => {
    for (const value of ["v", 7, null, true, { a: 1 }, [1]]) {
      expect(redact({ [key]: value })).toEqual({ value: { [key]: "***" }, paths: [`/${key}`] });
    }
  });

  it.each([
    "shipping",
    "company",
    "author",
    "authority",
    "discard",
    "tokenizer",
    "secretary",
    "spinner",
    "expanded",
    "cardinality",
    "seeded",
    "passes",
    "routingKey",
    "monkey",
    "subject",
    "machineid",
  ])("leaves %s alone [RED-04]", (key) => {
    expect(redact({ [key]: "v" })).toEqual({ value: { [key]: "v" }, paths: [] });
  });

  it("masks a whole subtree, says where, and changes nothing it is given [RED-01]", () => {
    const original = { a: [{ ok: 1 }, { "x/y~z": { credentials: { user: "u" } } }] };
    const before = structuredClone(original);

    expect(redact(original)).toEqual({
      value: { a: [{ ok: 1 }, { "x/y~z": { credentials: "***" } }] },
      paths: ["/a/1/x~1y~0z/credentials"],
    });
    expect(original).toEqual(before);
  });

  it("takes names of the user's own, in any spelling, and leaves allowed keys alone", () => {
    const redactor = createRedactor({ extraKeys: ["vat id"], allowedKeys: ["token_count"] });

    expect(redactor.redact({ vatId: 1, VAT_ID: 2, tokenCount: 3, token: 4 }).value).toEqual({
      vatId: "***",
      VAT_ID: "***",
      tokenCount: 3,
      token: "***",
    });
  });

  it("lets a list of keys replace the known ones, and an empty list turn them off [RED-05]", () => {
    const value = { password: "p", nickname: "n" };

    expect(createRedactor({ keys: ["nickname"] }).redact(value).value).toEqual({
      password: "p",
      nickname: "***",
    });
    expect(createRedactor({ keys: [] }).redact(value).value).toEqual(value);
  });
});

describe("redact by form", () => {
  it.each([
    ["a card", `paid with ${CARD}.`, "paid with ***."],
    ["a card in groups", "card 4111 1111 1111 1111 ok", "card *** ok"],
    ["a card after other digits", "2026 4111-1111-1111-1111", "2026 ***"],
    ["an American Express card", "3782 822463 10005", "***"],
    ["an IBAN", "to DE89370400440532013000", "to ***"],
    ["an IBAN in groups", "to GB29 NWBK 6016 1331 9268 19 today", "to *** today"],
    ["a bearer token", "Bearer abc123def456", "Bearer ***"],
    ["a JWT", `got ${JWT}!`, "got ***!"],
    ["a password in a URL", "postgres://app:s3@cret@db/x", "postgres://app:***@db/x"],
    [
      "a token in a query",
      "https://a.example/?access_token=zzz&x=1",
      "https://a.example/?access_token=***&x=1",
    ],
    ["a Stripe key", "key sk_live_0123456789abcdef", "key ***"],
    [
      "a private key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----\nrest",
      "***\nrest",
    ],
    ["a private key that is cut off", "x -----BEGIN PRIVATE KEY-----\nMIIE", "x ***"],
    ["a JSON document", '{"password":"x","n":1}', '{"password":"***","n":1}'],
  ])("masks %s inside a text", (_name, text, masked) => {
    expect(redact({ note: text })).toEqual({ value: { note: masked }, paths: ["/note"] });
  });

  it.each([
    ["a card number that fails Luhn", "4111111111111112"],
    ["a timestamp in microseconds", "1755000000000000"],
    ["an IBAN with a wrong checksum", "DE88370400440532013000"],
    ["a UUID", "41111111-1111-4111-8111-111111111111"],
    ["a traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"],
    ["prose", "bearer authentication, basic knowledge, session: 3, a=b"],
    ["an e-mail address, unless asked to", "ada@example.org"],
    ["JSON without secrets", '{ "n" : 1 }'],
  ])("leaves %s alone", (_name, text) => {
    expect(redact([text, Number(text) || 0])).toEqual({
      value: [text, Number(text) || 0],
      paths: [],
    });
  });

  it("masks a card held as a number, and one used as a key", () => {
    expect(redact({ n: Number(CARD), [CARD]: 1, "4012888888881881": 2 })).toEqual({
      value: { n: "***", "***": 1, "***#2": 2 },
      paths: ["/n", "/***", "/***#2"],
    });
  });

  it("masks e-mail addresses by option", () => {
    const { value } = createRedactor({ emails: true }).redact("to ada.l+x@example.co.uk now");

    expect(value).toBe("to *** now");
  });

  it("can be told to look at keys alone", () => {
    expect(createRedactor({ values: false }).redact({ a: CARD, pin: 1 }).value).toEqual({
      a: CARD,
      pin: "***",
    });
  });
});

describe("redact on odd input", () => {
  it("describes cycles, getters that throw, bytes and other values JSON cannot hold", () => {
    const odd: Record<string, unknown> = {
      big: 12n,
      at: new Date(0),
      map: new Map<unknown, unknown>([["pin", 1]]),
      set: new Set([1]),
      bytes: Buffer.from("abc"),
      nan: Number.NaN,
      fn: () => 1,
      error: Object.assign(new Error("token=abc", { cause: new Error("inner") }), { code: "E" }),
      get broken() {
        throw new Error("no");
      },
    };
    odd.self = odd;
    odd.again = odd.at;

    expect(redact(odd).value).toEqual({
      big: "12",
      at: "1970-01-01T00:00:00.000Z",
      map: { pin: "***" },
      set: [1],
      bytes: "[3 bytes]",
      nan: "NaN",
      error: {
        name: "Error",
        message: "token=***",
        code: "E",
        cause: { name: "Error", message: "inner" },
      },
      broken: "[unreadable]",
      self: "[circular]",
      again: "1970-01-01T00:00:00.000Z",
    });
  });

  it("keeps a __proto__ key as a key", () => {
    const { value } = redact(JSON.parse('{"__proto__":{"pin":1}}'));

    expect(Object.keys(value as object)).toEqual(["__proto__"]);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"pin":"***"}}');
  });

  it("says so when it cannot walk a value to its end, and names a marker for it", () => {
    let deep: unknown = 1;
    for (let level = 0; level < 100_000; level += 1) deep = [deep];
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    let shared: unknown[] = [];
    for (let level = 0; level < 60; level += 1) shared = [shared, shared];

    for (const value of [deep, proxy, shared]) {
      expect(() => redact(value)).toThrow(UnredactableError);
    }
    expect(unrecordedMarker(new UnredactableError("x"))).toEqual({
      _unrecorded: "UnredactableError",
    });
  });

  it("changes nothing when it redacts a second time", () => {
    const secretish = fc.constantFrom(
      "password",
      "note",
      "a=b",
      CARD,
      `token=${CARD}`,
      `{"pin":1}`,
      JWT,
    );
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: "small" },
        fc.string(),
        secretish,
        fc.double(),
        fc.boolean(),
        fc.array(tie("any"), { maxLength: 3 }),
        fc.dictionary(fc.oneof(secretish, fc.string()), tie("any"), { maxKeys: 4 }),
      ),
    })).any;

    fc.assert(
      fc.property(value, (any) => {
        const once = redact(any).value;

        expect(redact(once)).toEqual({ value: once, paths: [] });
      }),
    );
  });

  it("lets no secret through, wherever it stands", () => {
    const secret = "hunter2-hunter2";
    const holder = fc.constantFrom<(inner: unknown) => unknown>(
      (inner) => ({ a: inner }),
      (inner) => [1, inner],
      (inner) => ({ a: JSON.stringify(inner) }),
      (inner) => new Map([["m", inner]]),
    );

    fc.assert(
      fc.property(fc.array(holder, { maxLength: 6 }), (holders) => {
        const value = holders.reduce((inner, hold) => hold(inner), { password: secret } as unknown);

        expect(JSON.stringify(redact(value).value)).not.toContain(secret);
      }),
    );
  });
});

describe("redactErrorText", () => {
  it("masks values known from the context, at any depth, and what is secret by its form", () => {
    const context = { order: { card_token: "tok_live_123", auth: { key: "s3cr3t" } }, pin: "12" };
    const message = `declined tok_live_123, s3cr3t, pin 12, Authorization: Basic dXNlcjpwdw==, ${CARD}`;

    expect(redactErrorText(message, context)).toBe(
      "declined ***, ***, pin 12, Authorization: ***, ***",
    );
  });

  it("masks the longer of two secrets first", () => {
    expect(redactErrorText("hunter22 hunter2", { pwd: "hunter2", secret: "hunter22" })).toBe(
      "*** ***",
    );
  });

  it("masks key and value pairs and cookies as logs write them", () => {
    expect(redactErrorText("login failed: password: 'a b', apiKey=xyz, user: bob")).toBe(
      "login failed: password: '***', apiKey=***, user: bob",
    );
    expect(redactErrorText("Cookie: sid=1; theme=dark\nnext")).toBe("Cookie: ***\nnext");
  });
});
