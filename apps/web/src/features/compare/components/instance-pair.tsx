import { type ReactNode, useMemo } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { paths } from "@/lib/paths.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { isNotFound, QueryView } from "@/trpc/query-view.tsx";
import { Button, ButtonLink, IconButton } from "@/ui/button.tsx";
import { Card, CardHeader } from "@/ui/card.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { type InstanceName, writeName } from "../compare-params.ts";
import type { InstanceSide } from "../compare-slots.ts";
import { partingOf } from "../compare-steps.ts";
import { type Story, useStory } from "../use-story.ts";
import { ContextCard } from "./context-card.tsx";
import { InstanceSides, type StoryAt } from "./instance-sides.tsx";
import { StepTable } from "./step-table.tsx";

interface PairProps {
  readonly first: InstanceName;
  readonly second: InstanceName;
  readonly renderInstance: (side: InstanceSide) => ReactNode;
}

/** Two instances side by side: where their paths part, where only one of them was, and what they know differently. */
export function InstancePair({ first, second, renderInstance }: PairProps) {
  const one = useStory(first);
  const other = useStory(second);
  if (isNotFound(one.instance.error)) return <Missing name={first} />;
  if (isNotFound(other.instance.error)) return <Missing name={second} />;
  const queries = [one.instance, one.history, other.instance, other.history];
  const unread = queries.find(({ data }) => data === undefined);
  // What could not be read at all goes before what is being read, and that before what could not be read anew.
  const failed = queries.filter(({ isError }) => isError);
  const told = failed.find(({ data }) => data === undefined) ?? unread ?? failed[0] ?? one.instance;
  const { story: left } = one;
  const { story: right } = other;
  return (
    <QueryView
      query={told as typeof one.instance}
      what="the two instances"
      consequence="They may be moving all the same."
      rows={12}
    >
      {() => left && right && <Pair one={left} other={right} renderInstance={renderInstance} />}
    </QueryView>
  );
}

function Pair(props: {
  readonly one: Story;
  readonly other: Story;
  readonly renderInstance: PairProps["renderInstance"];
}) {
  const { one, other, renderInstance } = props;
  const url = useUrlParams();
  const length = Math.max(one.steps.length, other.steps.length);
  const isCut = one.more || other.more;
  const parting = useMemo(
    () => (isCut ? undefined : partingOf(one.steps, other.steps)),
    [one.steps, other.steps, isCut],
  );
  const at = readRow(url.get("at"), length);
  const select = (row: number | undefined) =>
    url.set({ at: row === undefined || row >= length - 1 ? undefined : row + 1 });
  const go = (by: 1 | -1) => select(Math.max(0, Math.min(length - 1, (at ?? length - 1) + by)));
  useKeys([
    { keys: "[", label: "one step back on both sides", group: "Compare", run: () => go(-1) },
    { keys: "]", label: "one step on, on both sides", group: "Compare", run: () => go(1) },
    { keys: "l", label: "follow live", group: "Compare", run: () => select(undefined) },
    {
      keys: "p",
      label: "where their paths part",
      group: "Compare",
      run: () => parting !== undefined && select(parting),
    },
  ]);
  const asOf = (story: Story): StoryAt => ({
    ...story,
    revision: at === undefined ? undefined : (story.steps[at] ?? story.steps.at(-1))?.revision,
  });
  const [left, right] = [asOf(one), asOf(other)];
  const swap = () => url.set({ a: writeName(other.instance), b: writeName(one.instance) }, "push");
  return (
    <>
      <PageTitle
        title={`${one.instance.subject} and ${other.instance.subject}`}
        mono
        sub={
          one.isReading || other.isReading
            ? "reading older steps…"
            : partingWords(parting, isCut, one)
        }
        actions={
          <>
            {parting !== undefined && (
              <Button glyph="st-possible" onClick={() => select(parting)}>
                Where they part
              </Button>
            )}
            <Button onClick={swap}>Swap sides</Button>
            <ButtonLink href={paths.compare({ a: writeName(one.instance) })}>
              Choose another
            </ButtonLink>
          </>
        }
      />
      <div className="grid min-h-0 flex-[5] gap-3.5 drawer:grid-cols-2 drawer:grid-rows-[minmax(0,1fr)]">
        <InstanceSides one={left} other={right} renderInstance={renderInstance} />
      </div>
      <div className="grid min-h-60 flex-[3] gap-3.5 drawer:grid-cols-2 drawer:grid-rows-[minmax(0,1fr)]">
        <Card label="Steps" className="flex min-h-0 flex-col overflow-hidden max-drawer:max-h-100">
          <CardHeader title="Steps" sub={at === undefined ? "both as they are now" : undefined}>
            <IconButton glyph="left" label="One step back ( [ )" onClick={() => go(-1)} />
            <IconButton glyph="right" label="One step on ( ] )" onClick={() => go(1)} />
          </CardHeader>
          <StepTable
            one={one.steps}
            other={other.steps}
            names={[one.instance.subject, other.instance.subject]}
            parting={parting}
            at={at ?? length - 1}
            onSelect={select}
          />
        </Card>
        <ContextCard first={left} second={right} />
      </div>
    </>
  );
}

/** The row of steps that a URL names, counted from 1; the newest steps have none. */
function readRow(text: string | undefined, length: number): number | undefined {
  const row = Number(text);
  return Number.isInteger(row) && row >= 1 && row < length ? row - 1 : undefined;
}

function partingWords(parting: number | undefined, isCut: boolean, one: Story): string {
  if (isCut) return "too many steps to say where they part: the newest are shown";
  if (parting === undefined) return "both went the same way";
  const before = one.steps[parting - 1]?.states.join(" and ");
  return before === undefined
    ? "their paths part at the first step"
    : `their paths part after ${before}, at step ${parting + 1}`;
}

function Missing({ name }: { readonly name: InstanceName }) {
  return (
    <Card>
      <EmptyState
        title={`${name.machineId} has no instance for ${name.subject}.`}
        because="filtered"
      />
    </Card>
  );
}
