/** Names that encoders of values refuse as keys, since a careless assignment under one of them changes what an object inherits. */
const ODD_KEYS = ["__proto__", "constructor", "prototype"] as const;

/**
 * How an object with such a key travels between console, browser and command line: as its JSON. Payloads are anybody's, and one of them
 * would otherwise keep the whole answer from being read. Read back by `JSON.parse`, the key is a property like any other. Only JSON is
 * payload, so nothing is lost; to be registered with the encoder at both ends, under the same name.
 */
export const oddKeys = {
  isApplicable: (value: unknown): value is object =>
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    ODD_KEYS.some((key) => Object.hasOwn(value, key)),
  /** In a list, since the encoder goes on into what it is given for an object. */
  serialize: (value: object): [json: string] => [JSON.stringify(value)],
  deserialize: ([json]: [json: string]): object => JSON.parse(json) as object,
} as const;

/** What both ends call it. */
export const ODD_KEYS_NAME = "odd-keys";
