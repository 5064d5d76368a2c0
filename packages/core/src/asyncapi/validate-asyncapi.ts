import type { JsonObject } from "../kernel/json.ts";
import { loadExtra } from "../kernel/load-extra.ts";
import { ASYNCAPI_VERSION, type AsyncapiVersion } from "./asyncapi-options.ts";

const PARSER_PACKAGE: string = "@asyncapi/parser";
const SPECS_PACKAGE: string = "@asyncapi/specs";
const ERROR_SEVERITY = 0;

/** One thing that is wrong with a document. */
export interface AsyncapiProblem {
  /** Dotted, as in `channels.inbound.address`; empty for the whole. */
  readonly field: string;
  readonly problem: string;
}

/** The part of `@asyncapi/parser` that is used. */
interface AsyncapiParser {
  readonly Parser: new () => {
    validate(text: string): Promise<
      readonly {
        readonly severity: number;
        readonly path: readonly (string | number)[];
        readonly message: string;
      }[]
    >;
  };
}

/** The part of `@asyncapi/specs` that is used: the schemas of AsyncAPI by version. */
interface AsyncapiSpecs {
  readonly default: { readonly schemas: Readonly<Record<string, JsonObject>> };
}

/** Loads an optional package; given by tests. */
type Load<Package> = () => Promise<Package>;

/**
 * Check a document against AsyncAPI, offline. Empty when it holds.
 *
 * @throws {MissingExtraError} naming the command to run, if the package `@asyncapi/parser` is not installed
 */
export async function validateAsyncapi(
  document: JsonObject,
  load: Load<AsyncapiParser> = () => importExtra(PARSER_PACKAGE),
): Promise<readonly AsyncapiProblem[]> {
  const parsers = await loadExtra(PARSER_PACKAGE, load);
  const found = await parserOf(parsers).validate(JSON.stringify(document));
  return found
    .filter(({ severity }) => severity === ERROR_SEVERITY)
    .map(({ path, message }) => ({ field: path.join("."), problem: message }));
}

/**
 * The official JSON Schema of an AsyncAPI version; default: the one that `asyncapiDocument` writes.
 *
 * @throws {MissingExtraError} naming the command to run, if the package `@asyncapi/specs` is not installed
 */
export async function loadAsyncapiSchema(
  version: AsyncapiVersion = ASYNCAPI_VERSION,
  load: Load<AsyncapiSpecs> = () => importExtra(SPECS_PACKAGE),
): Promise<JsonObject> {
  const { default: specs } = await loadExtra(SPECS_PACKAGE, load);
  return specs.schemas[version] ?? {};
}

const made = new WeakMap<AsyncapiParser, InstanceType<AsyncapiParser["Parser"]>>();

/** Made once: it compiles the rules and schemas of every version, which takes most of a second. */
function parserOf(parsers: AsyncapiParser): InstanceType<AsyncapiParser["Parser"]> {
  const parser = made.get(parsers) ?? new parsers.Parser();
  made.set(parsers, parser);
  return parser;
}

/** The name is a variable so that neither the type checker nor a bundler looks for the optional package. */
function importExtra<Package>(name: string): Promise<Package> {
  return import(/* webpackIgnore: true */ name) as Promise<Package>;
}
