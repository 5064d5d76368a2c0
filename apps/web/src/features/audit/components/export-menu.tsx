import { useMutation, useQueryClient } from "@tanstack/react-query";
import { formatCount } from "@/lib/format-number.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import type { AuditFilter } from "../audit-filter.ts";

type Format = "csv" | "json";

/** A browser holds a file in memory; more is for `sagascope audit export`. */
const ROWS_MAX = 100_000;

/** Everything that the filter finds, as a file. Said afterwards: how much it was, and whether there is more. */
export function ExportMenu({ filter }: { readonly filter: AuditFilter }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: async (format: Format) => {
      const lines: string[] = [];
      let heading: string | undefined;
      let beforeSeq: string | undefined;
      do {
        const page = await client.fetchQuery(
          trpc.audit.export.queryOptions({ filter, format, beforeSeq }, { staleTime: 0 }),
        );
        heading = page.heading;
        lines.push(...page.lines);
        beforeSeq = page.nextSeq;
      } while (beforeSeq !== undefined && lines.length < ROWS_MAX);
      download(`audit.${format}`, fileOf(format, heading, lines));
      return { rows: lines.length, isCut: beforeSeq !== undefined };
    },
  });
  return (
    <>
      <span role="status" className="text-12 text-ink-2">
        {save.isPending && "Reading rows…"}
        {save.isError && <span className="text-red">{messageOf(save.error)}</span>}
        {save.data &&
          `${formatCount(save.data.rows)} rows saved${save.data.isCut ? ", the newest; more with sagascope audit export" : ""}`}
      </span>
      <Button glyph="download" disabled={save.isPending} onClick={() => save.mutate("csv")}>
        CSV
      </Button>
      <Button glyph="download" disabled={save.isPending} onClick={() => save.mutate("json")}>
        JSON
      </Button>
    </>
  );
}

function fileOf(format: Format, heading: string | undefined, lines: readonly string[]): Blob {
  return format === "csv"
    ? new Blob([[heading, ...lines, ""].join("\n")], { type: "text/csv" })
    : new Blob([`[\n${lines.join(",\n")}\n]\n`], { type: "application/json" });
}

function download(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
