import { assign } from "xstate";
import type { JsonObject } from "../kernel/json.ts";
import { defineProject, type Project } from "../projects/define-project.ts";

/** A secret, and where it was put. `value` is what must never be seen. */
export interface SeededSecret {
  readonly place: string;
  readonly value: string;
}

const KEYS =
  "password passwd pwd passphrase client_secret token accessToken refresh-token api_key api-key apiKey privateKey " +
  "authorization bearer credential cookie sessionId signature otp pin card_number cardNumber cvv pan accountNumber " +
  "account_no routing_number mnemonic seed_phrase ssn dateOfBirth email phoneNumber passport";

/** Unmistakable, and of no form that could be told by itself: only its key says that it is secret. */
const byKey = KEYS.split(" ").map((key, at) => ({ key, value: `hush${at}hush` }));

const CARDS = [
  "4111111111111111",
  "5555555555554444",
  "378282246310005",
  "6011111111111117",
] as const;
const IBAN = "DE89370400440532013000";
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJoZXJvIn0.c2lnbmF0dXJlLW9mLWEtaGVybw";
const PEM_BODY = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASC";

/** Texts under innocent keys: their form gives them away. */
const byForm: readonly { readonly text: string | number; readonly value: string }[] = [
  { text: `paid with ${CARDS[0]} today`, value: CARDS[0] },
  { text: "card 5555 5555 5555 4444", value: "5555 5555 5555 4444" },
  { text: "3782-822463-10005", value: "3782-822463-10005" },
  { text: Number(CARDS[3]), value: CARDS[3] },
  { text: `to ${IBAN} please`, value: IBAN },
  { text: "to GB29 NWBK 6016 1331 9268 19", value: "6016 1331 9268 19" },
  { text: "Authorization was Bearer abc123DEF456ghi789", value: "abc123DEF456ghi789" },
  { text: "sent Basic dXNlcjpwYXNzMTIzNDU2", value: "dXNlcjpwYXNzMTIzNDU2" },
  { text: `see ${JWT}`, value: JWT },
  { text: `-----BEGIN PRIVATE KEY-----\n${PEM_BODY}\n-----END PRIVATE KEY-----`, value: PEM_BODY },
  { text: "postgres://app:s3cr3tpw@db.internal/shop", value: "s3cr3tpw" },
  { text: "key AKIAIOSFODNN7EXAMPLE used", value: "AKIAIOSFODNN7EXAMPLE" },
  {
    text: "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
    value: "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
  },
  { text: `${"sk_"}live_51Habcdefghijklmnop`, value: "51Habcdefghijklmnop" },
  { text: `${"xoxb"}-123456789012-abcdefghijkl`, value: "123456789012-abcdefghijkl" },
  { text: "login?password=openSesame9", value: "openSesame9" },
  { text: '{"token":"insideJson77"}', value: "insideJson77" },
  { text: '{"deep":{"list":[{"api_key":"insideDeep88"}]}}', value: "insideDeep88" },
];

/** Kinds of places besides: nested, in lists, as a key, in the texts of errors. */
const ERROR_SECRET = "hushInAnError";
const NAME_SECRET = "hushInAName12345";
/** Secret in this project alone, which says so. */
const OWN_RULES = { extraKeys: ["loyaltyNumber"], emails: true };
const OWN_SECRETS = { loyaltyNumber: "hushOfAProject1", contact: "mara.hush@example.com" };
const OPERATOR_SECRET = "hushOfAnOperator1";

/** The data of an envelope full of secrets. */
export const SECRET_DATA: JsonObject = {
  byKey: Object.fromEntries(byKey.map(({ key, value }) => [key, value])),
  byForm: byForm.map(({ text }) => text),
  nested: { list: [{ deeper: { auth: { user: "hushUser", pass: "hushPass" } } }] },
  [`card ${CARDS[1]}`]: "as a key",
  vault: { secret: ERROR_SECRET },
  own: { loyaltyNumber: OWN_SECRETS.loyaltyNumber, note: `ask ${OWN_SECRETS.contact} first` },
  amount: 5,
};

/** Text that an operator might type without thinking. */
export const CARELESS_REASON = `fixed with password=${OPERATOR_SECRET}`;

/** Secrets that the built-in rules know, at least sixty. */
export const BUILT_IN_SECRETS: readonly SeededSecret[] = [
  ...byKey.map(({ key, value }) => ({ place: `under ${key}`, value })),
  ...byForm.map(({ value }, at) => ({ place: `by form ${at}`, value })),
  { place: "nested, user", value: "hushUser" },
  { place: "nested, pass", value: "hushPass" },
  { place: "as a key", value: CARDS[1] },
  { place: "in an error's text, known from the data", value: ERROR_SECRET },
  { place: "in an error's text, by its form", value: "zyx987WVU654tsr321" },
  { place: "in an error's name", value: NAME_SECRET },
  { place: "in an error's stack", value: "hushInAStack123" },
  { place: "in an operator's reason", value: OPERATOR_SECRET },
];

/** Every secret that was put somewhere: those, and what is secret in {@link leakyProject} alone. */
export const SEEDED_SECRETS: readonly SeededSecret[] = [
  ...BUILT_IN_SECRETS,
  { place: "under a name of the project's own", value: OWN_SECRETS.loyaltyNumber },
  { place: "an address, by the project's choice", value: OWN_SECRETS.contact },
];

/** Secrets that stand in a text, by their place. */
export function leaksIn(text: string, secrets = SEEDED_SECRETS): readonly string[] {
  return secrets.filter(({ value }) => text.includes(value)).map(({ place }) => place);
}

/** Whether the machine of {@link leakyProject} throws, as a user's careless code would. */
export interface Leaky {
  isBroken: boolean;
}

/** A machine that keeps every secret it is given and tells them in its errors. */
export function leakyProject(leaky: Leaky): Project {
  return defineProject({
    name: "leaky",
    redaction: OWN_RULES,
    topics: ["commands", { name: "events", onUnknown: "ignore" }],
    routes: [
      { topic: "commands", type: "tell", machine: "gossip", event: "TELL" },
      { topic: "commands", type: "call", machine: "gossip", event: "CALL" },
    ],
    machines: [
      {
        chart: {
          id: "gossip",
          version: "1",
          initial: "idle",
          context: {},
          states: {
            idle: {
              on: {
                TELL: { actions: ["keep"] },
                CALL: { target: "calling", actions: ["keep"] },
              },
            },
            calling: { invoke: { id: "shout", src: "shout", onDone: "idle" } },
          },
        },
        attemptsMax: 1,
        services: { shout: { attemptsMax: 1 } },
        logic: {
          actions: {
            keep: assign(({ event }) => {
              if (leaky.isBroken && event.type === "TELL") throw carelessError();
              return event.payload;
            }),
          },
          services: {
            shout: async () => {
              if (leaky.isBroken) throw carelessError();
              return SECRET_DATA;
            },
          },
        },
      },
    ],
  });
}

function carelessError(): Error {
  const error = new Error(`'${ERROR_SECRET}' was refused, sent Bearer zyx987WVU654tsr321`);
  error.name = `Refused token=${NAME_SECRET}`;
  error.stack = `${error.name}: ${error.message}\n    at pay (/shop/pay.ts?password=hushInAStack123:1:1)`;
  return error;
}
