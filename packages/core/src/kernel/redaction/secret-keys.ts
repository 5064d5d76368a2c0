/** Names of secrets, written without separators: one entry covers `api_key`, `api-key`, `apiKey` and `apikey`. */
const CREDENTIALS =
  "password passwd pwd passphrase passcode secret token apikey accesskey secretkey privatekey encryptionkey " +
  "signingkey masterkey authorization authorisation auth oauth bearer credential cred cookie session signature jwt " +
  "otp totp mnemonic seedphrase recoveryphrase seed connectionstring dsn";
const PAYMENT =
  "pin pincode puk card cardnumber creditcard pan cvv cvc csc iban bic swift accountnumber accountno bankaccount " +
  "sortcode routingnumber routingno aba";
const PERSONAL =
  "ssn socialsecurity socialsecuritynumber nationalid taxid dob dateofbirth birthdate birthday email emailaddress " +
  "phone phonenumber telephone passport driverlicense driverlicence";

/** Names of secrets that {@link createKeyTest} knows without being told. */
export const DEFAULT_SECRET_KEYS: readonly string[] = `${CREDENTIALS} ${PAYMENT} ${PERSONAL}`.split(
  " ",
);

/** Secret as the whole key only: `routingKey` and `passCount` are not. */
const WHOLE_KEYS = ["pass", "routing"];

/** Endings that are secret glued to another word as well: `accesstoken`, `userpassword`. No innocent word ends so. */
const GLUED_ENDINGS =
  /(?:password|passwd|passphrase|secret|token|apikey|privatekey|accesskey|secretkey|credential)$/;
const GLUED_BEGINNING = /^password/;

const WORD_BREAK = /[^\p{L}\p{N}]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const WORDS_IN_A_NAME_MAX = 4;
/** Past this a key is looked at no further: it is not a name. */
const KEY_LENGTH_MAX = 256;

/** Which names are secret. */
export interface SecretKeyRules {
  /** Replaces the known names; an empty list turns redaction by key off, except for `extraKeys`. */
  readonly keys?: readonly string[];
  /** Names to mask besides the known ones, in any spelling. */
  readonly extraKeys?: readonly string[];
  /** Whole keys to leave alone, in any spelling: `tokenCount`. */
  readonly allowedKeys?: readonly string[];
}

/** Split a key into lower-case words: `userAPIKey`, `user_api_key` and `user-api-key` are `user api key`. */
export function wordsOf(key: string): string[] {
  return key
    .slice(0, KEY_LENGTH_MAX)
    .split(WORD_BREAK)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/**
 * Make the test for secret keys. A key is secret if some of its neighbouring words are a secret name, so `card_number`
 * is and `discard` is not. A plural or a number at the end makes no difference.
 */
export function createKeyTest(rules: SecretKeyRules = {}): (key: string) => boolean {
  const { keys, extraKeys = [], allowedKeys = [] } = rules;
  const names = new Set([...(keys ?? DEFAULT_SECRET_KEYS), ...extraKeys].map(joined));
  const wholeKeys = new Set(keys === undefined ? WHOLE_KEYS : []);
  const allowed = new Set(allowedKeys.map(joined));
  const glued = keys === undefined;

  return (key) => {
    const words = wordsOf(key);
    const whole = words.join("");
    if (allowed.has(whole)) return false;
    if (wholeKeys.has(whole)) return true;
    return words.some(
      (_word, at) => startsName(words.slice(at), names) || (glued && isGlued(words[at] ?? "")),
    );
  };
}

function startsName(words: readonly string[], names: ReadonlySet<string>): boolean {
  let name = "";
  for (const word of words.slice(0, WORDS_IN_A_NAME_MAX)) {
    name += word;
    if (names.has(name) || names.has(singular(name))) return true;
  }
  return false;
}

function isGlued(word: string): boolean {
  return GLUED_ENDINGS.test(singular(word)) || GLUED_BEGINNING.test(word);
}

function singular(name: string): string {
  return name.replace(/\d{1,8}$/, "").replace(/s$/, "");
}

function joined(name: string): string {
  return wordsOf(name).join("");
}
