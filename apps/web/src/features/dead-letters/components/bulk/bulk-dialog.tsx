import { useQuery } from "@tanstack/react-query";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { type Selection, titleWords } from "../../bulk-words.ts";
import { ArchiveForm } from "./archive-form.tsx";
import { AssignForm } from "./assign-form.tsx";
import { ReplayManyForm } from "./replay-many-form.tsx";
import { ResolveForm } from "./resolve-form.tsx";

/** A frozen selection, and the one thing it was frozen for. It stands in the URL, so that it survives a reload and can be handed on. */
export function BulkDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const trpc = useTRPC();
  const query = useQuery(
    trpc.replayJobs.selection.queryOptions({ id }, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const title = query.data ? titleWords(query.data) : "Selection";
  const isWide = query.data?.purpose === "replay";
  return (
    <Dialog
      open
      onClose={onClose}
      label={title}
      className={isWide ? "m-auto w-[940px]" : "m-auto w-[560px]"}
    >
      <DialogHeader title={title} sub={query.data && createdWords(query.data)} onClose={onClose} />
      {query.isError && isNotFound(query.error) ? (
        <EmptyState title="There is no such selection." because="filtered">
          Choose the letters again: nothing was changed.
        </EmptyState>
      ) : (
        <QueryView query={query} what="the selection" consequence="Nothing was changed." rows={6}>
          {(selection) => <Form selection={selection} onClose={onClose} />}
        </QueryView>
      )}
    </Dialog>
  );
}

function createdWords({ createdBy, project }: Selection): string {
  return `frozen by ${createdBy}, project ${project}`;
}

function Form(props: { readonly selection: Selection; readonly onClose: () => void }) {
  switch (props.selection.purpose) {
    case "replay":
      return <ReplayManyForm {...props} />;
    case "resolve":
      return <ResolveForm {...props} />;
    case "assign":
      return <AssignForm {...props} />;
    default:
      return <ArchiveForm {...props} />;
  }
}
