import type { AsyncapiOptions, JsonObject } from "@sagascope/core";
import { argumentsOf, oneOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { UsageError } from "../errors.ts";

const FORMATS = ["json", "yaml"] as const;
const NAMED = ["machine", "system", "service"] as const;

/** `sagascope asyncapi` */
export const asyncapi: Command = {
  summary: "Print the AsyncAPI document of a chart file, or of what is registered.",
  usage: "FILE | --machine ID | --system PROJECT | --service NAME [-o FILE] [--validate]",
  options: {
    output: { type: "string", short: "o" },
    format: { type: "string" },
    validate: { type: "boolean" },
    server: { type: "string" },
    protocol: { type: "string" },
    inbound: { type: "string" },
    outbound: { type: "string" },
    title: { type: "string" },
    asyncapi: { type: "string" },
    machine: { type: "string" },
    system: { type: "string" },
    service: { type: "string" },
    version: { type: "string" },
  },
  help: {
    output: "write it there instead of to stdout",
    format: "json or yaml (json, or as the name of the output ends)",
    validate: "refuse a document that the official parser refuses",
    server: "of a FILE: host and port of the broker",
    protocol: "of a FILE: what the broker speaks (kafka)",
    inbound: "of a FILE: topic that commands come on (the machine's id)",
    outbound: "of a FILE: topic of what it publishes (events)",
    title: "of a FILE: title of the document",
    asyncapi: "of a FILE: 3.0.0 or 3.1.0 (3.0.0)",
    machine: "the registered machine of that name",
    system: "all of a registered project",
    service: "the imported document of a service",
    version: "of what is registered: that version, or 'previous' (the present one)",
  },
  run: async (invocation) => {
    const { documentText } = await import("@sagascope/core");
    const { requireValid } = await import("../../services/documents/require-valid.ts");
    const { writeOutput } = await import("../../services/documents/write-output.ts");
    const { options, cwd, output } = invocation;
    requireNotEmpty(options);
    const file = textOf(options, "output");
    const isYaml = /\.ya?ml$/.test(file ?? "");
    const format = oneOf(
      "--format",
      textOf(options, "format") ?? (isYaml ? "yaml" : "json"),
      FORMATS,
    );
    const document = await documentOf(invocation);
    if (options.validate === true) await requireValid(document, output.note);
    const text = documentText(document, format);
    if (file === undefined) return output.result(document, text.trimEnd());
    await writeOutput(file, cwd, text);
    output.result({ written: file }, file);
  },
};

/** @throws {UsageError} unless exactly one thing is named */
async function documentOf(invocation: Invocation): Promise<JsonObject> {
  const { options, positionals } = invocation;
  const named = NAMED.filter((name) => textOf(options, name) !== undefined);
  if (named.length + positionals.length !== 1) {
    throw new UsageError("name one: a FILE, --machine, --system or --service");
  }
  const [kind] = named;
  return kind === undefined ? ofFile(invocation) : ofRegistered(invocation, kind);
}

async function ofRegistered(
  invocation: Invocation,
  named: (typeof NAMED)[number],
): Promise<JsonObject> {
  const { withDatabase } = await import("../open-database.ts");
  const { findKept } = await import("../../services/documents/find-kept.ts");
  const { options } = invocation;
  const kind = named === "service" ? "import" : named;
  const found = await withDatabase(invocation, (sql) =>
    findKept(sql, kind, textOf(options, named) ?? "", textOf(options, "version")),
  );
  return found.document;
}

async function ofFile({ options, positionals, cwd }: Invocation): Promise<JsonObject> {
  const { ASYNCAPI_VERSIONS, asyncapiDocument } = await import("@sagascope/core");
  const { loadMachine } = await import("../../services/documents/load-machine.ts");
  const { FILE: file } = argumentsOf(positionals, ["FILE"]);
  const chart = await loadMachine(file, cwd);
  const version = textOf(options, "asyncapi");
  const host = textOf(options, "server");
  const protocol = textOf(options, "protocol") ?? "kafka";
  const documentOptions: AsyncapiOptions = {
    ...(host === undefined ? {} : { server: { host, protocol } }),
    ...option("inboundTopic", textOf(options, "inbound")),
    ...option("outboundTopic", textOf(options, "outbound")),
    ...option("title", textOf(options, "title")),
    ...(version === undefined ? {} : { version: oneOf("--asyncapi", version, ASYNCAPI_VERSIONS) }),
  };
  return asyncapiDocument(chart, documentOptions);
}

function option<Name extends string>(name: Name, value: string | undefined) {
  return value === undefined ? {} : ({ [name]: value } as Record<Name, string>);
}

/** An option that is there and empty is a variable of a script that was never set. */
function requireNotEmpty(options: Invocation["options"]): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value === "string" && value.trim() === "") {
      throw new UsageError(`--${name} must not be empty`);
    }
  }
}
