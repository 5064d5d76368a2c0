import { currentActor } from "../actor.ts";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { NotFoundError, UsageError } from "../errors.ts";
import { tableText, timeText } from "../table-text.ts";

const DOCUMENTS_MAX = 1_000;

/** `sagascope asyncapi list` */
export const asyncapiList: Command = {
  summary: "List the documents that are kept: of machines, projects and imported services.",
  usage: "",
  options: {},
  run: async (invocation) => {
    const { listCurrentDocuments } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    argumentsOf(invocation.positionals, []);
    const found = await withDatabase(invocation, (sql) =>
      listCurrentDocuments(sql, { limit: DOCUMENTS_MAX }),
    );
    const documents = found.map(({ document: _document, passages, ...row }) => ({
      ...row,
      messages: passages.length,
    }));
    const text = tableText(
      ["KIND", "NAME", "VERSION", "MESSAGES", "REGISTERED"],
      documents.map(({ kind, name, version, messages, registeredAt }) => [
        kind === "import" ? "service" : kind,
        name,
        version,
        String(messages),
        timeText(registeredAt),
      ]),
      "no documents",
    );
    invocation.output.result({ count: documents.length, documents }, text);
  },
};

/** `sagascope asyncapi import` */
export const asyncapiImport: Command = {
  summary:
    "Keep the AsyncAPI document of somebody else's service, so that the console knows it by name.",
  usage: "FILE [--name NAME]",
  options: { name: { type: "string" } },
  help: { name: "what the service is called (the document's title)" },
  run: async (invocation) => {
    const { DOCUMENT_BYTES_MAX, InvalidDocumentError, readForeignDocument } = await import(
      "@sagascope/core"
    );
    const { importDocument } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { readText } = await import("../read-text.ts");
    const { FILE: file } = argumentsOf(invocation.positionals, ["FILE"]);
    const text = await readText(file, invocation.cwd, DOCUMENT_BYTES_MAX);
    const name = textOf(invocation.options, "name");
    try {
      const { document, notFetched } = await readForeignDocument(text);
      for (const { path, ref } of notFetched) {
        invocation.output.note(`${path}: ${ref} is elsewhere and was not fetched`);
      }
      const kept = await withDatabase(invocation, (sql) =>
        importDocument(sql, {
          document,
          actor: currentActor(),
          ...(name === undefined ? {} : { name }),
        }),
      );
      invocation.output.result(kept, kept.name);
    } catch (error) {
      if (!(error instanceof InvalidDocumentError)) throw error;
      throw new UsageError(`${file}: ${error.message}`, { cause: error });
    }
  },
};

/** `sagascope asyncapi forget` */
export const asyncapiForget: Command = {
  summary: "Forget the imported document of a service.",
  usage: "NAME --yes",
  options: { yes: { type: "boolean" } },
  help: { yes: "really do it" },
  run: async (invocation) => {
    const { forgetImport } = await import("@sagascope/core/postgres");
    const { withDatabase } = await import("../open-database.ts");
    const { NAME: name } = argumentsOf(invocation.positionals, ["NAME"]);
    if (invocation.options.yes !== true) throw new UsageError("nothing is done without --yes");
    const versions = await withDatabase(invocation, (sql) =>
      forgetImport(sql, name, currentActor()),
    );
    if (versions === 0) throw new NotFoundError(`no service '${name}' was imported`);
    invocation.output.result({ name, versions }, `${name} is forgotten`);
  },
};
