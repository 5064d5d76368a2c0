import { formatPlural } from "@/lib/format-number.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Card, CardHeader } from "@/ui/card.tsx";
import { DiffView } from "@/ui/diff-view.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import type { InstanceStory } from "../compare-slots.ts";

type Side = Pick<InstanceStory, "instance" | "revision">;

/** What the two know differently: the first one's values as removed lines, the second one's as added ones. */
export function ContextCard(props: { readonly first: Side; readonly second: Side }) {
  const { first, second } = props;
  const trpc = useTRPC();
  const momentOf = ({ instance: { machineId, subject }, revision }: Side) => ({
    machineId,
    subject,
    revision,
  });
  const query = useLiveQuery(
    trpc.instances.contextDifference.queryOptions(
      { first: momentOf(first), second: momentOf(second) },
      { placeholderData: (old) => old },
    ),
    {
      instances: [first, second].map(
        ({ instance: { machineId, subject } }) => `${machineId}/${subject}`,
      ),
    },
  );
  return (
    <Card label="Context" className="flex min-h-0 flex-col overflow-hidden max-drawer:max-h-100">
      <CardHeader
        title="Context"
        sub={
          <>
            <span aria-hidden="true">− </span>
            {first.instance.subject}, <span aria-hidden="true">+ </span>
            {second.instance.subject}
          </>
        }
      />
      <ScrollArea className="min-h-0 flex-1 overflow-y-auto p-3.5">
        <QueryView query={query} what="what they know" consequence="It may differ." rows={4}>
          {({ changes, more }) =>
            changes.length === 0 ? (
              <EmptyState title="Both know the same." className="min-h-20">
                Masked values count as equal.
              </EmptyState>
            ) : (
              <>
                <DiffView changes={changes} />
                {more > 0 && (
                  <p className="mt-1 text-12 text-ink-3">
                    and {formatPlural(more, "more difference")}
                  </p>
                )}
              </>
            )
          }
        </QueryView>
      </ScrollArea>
    </Card>
  );
}
