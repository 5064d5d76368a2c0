import type { SiteDocument } from "@sagascope/core";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command, Invocation } from "../command.ts";
import { UsageError } from "../errors.ts";

const DOCUMENTS_MAX = 5_000;

/** `sagascope docs` */
export const docs: Command = {
  summary: "Write a static site of all AsyncAPI pages but hidden ones, for hosting anywhere.",
  usage: "--out DIR [--config FILE] [--title TEXT] [--with-traffic]",
  options: {
    out: { type: "string" },
    config: { type: "string" },
    title: { type: "string" },
    "with-traffic": { type: "boolean" },
  },
  help: {
    out: "folder to write to; made if it is not there",
    config: "a sagascope.config.ts to read instead of the database",
    title: "of the site (AsyncAPI)",
    "with-traffic": "with schemas inferred from and masked examples of real envelopes",
  },
  run: async (invocation) => {
    const { docsSite } = await import("@sagascope/core");
    const { writeFiles } = await import("../../services/documents/write-output.ts");
    const { options, positionals, cwd, output } = invocation;
    argumentsOf(positionals, []);
    const out = textOf(options, "out");
    if (out === undefined || out.trim() === "") throw new UsageError("--out is missing");
    const config = textOf(options, "config");
    if (config !== undefined && options["with-traffic"] === true) {
      throw new UsageError("--with-traffic needs the database: leave --config out");
    }
    const documents =
      config === undefined ? await ofDatabase(invocation) : await ofConfig(config, cwd);
    const site = docsSite(documents, textOf(options, "title"));
    await writeFiles(out, cwd, site);
    const text = `${documents.length} document(s), ${site.size} files in ${out}`;
    output.result({ out, documents: documents.length, files: site.size }, text);
  },
};

async function ofDatabase(invocation: Invocation): Promise<readonly SiteDocument[]> {
  const { withTraffic } = await import("@sagascope/core");
  const { listCurrentDocuments, readDisplayRedaction, sampleEnvelopes } = await import(
    "@sagascope/core/postgres"
  );
  const { withDatabase } = await import("../open-database.ts");
  return withDatabase(invocation, async (sql) => {
    const all = await listCurrentDocuments(sql, { limit: DOCUMENTS_MAX });
    const found = all.filter(({ isHidden }) => !isHidden);
    if (invocation.options["with-traffic"] !== true) return found;
    const { shared } = await readDisplayRedaction(sql);
    const described: SiteDocument[] = [];
    for (const { kind, name, document, passages } of found) {
      const samples = kind === "import" ? [] : await sampleEnvelopes(sql, passages);
      described.push({
        kind,
        name,
        document: withTraffic(document, samples, (value) => shared.redact(value).value),
      });
    }
    return described;
  });
}

async function ofConfig(file: string, cwd: string): Promise<readonly SiteDocument[]> {
  const { default: path } = await import("node:path");
  const { machineDocumentOf, systemDocumentOf } = await import("@sagascope/core");
  const { loadProject } = await import("../../services/worker/load-project.ts");
  const project = await loadProject(path.resolve(cwd, file));
  const shown = project.machines.filter(({ document }) => document?.isHidden !== true);
  const machines = shown.map((machine) => ({
    kind: "machine" as const,
    name: (machine.chart as { readonly id: string }).id,
    document: machineDocumentOf(project, machine),
  }));
  const system = {
    kind: "system" as const,
    name: project.name,
    document: systemDocumentOf(project),
  };
  return [...machines, system];
}
