import { formatKnownCount } from "@/lib/format-number.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import type { Steps } from "@/trpc/story/use-steps.ts";
import { Card } from "@/ui/card.tsx";
import { Tabs } from "@/ui/tabs.tsx";
import type { Moment } from "../instance.ts";
import { ContextPanel } from "./context-panel.tsx";
import { EnvelopesPanel } from "./envelopes-panel.tsx";
import { OutboxPanel } from "./outbox-panel.tsx";
import { TimelinePanel } from "./timeline-panel.tsx";

const TABS = ["timeline", "context", "envelopes", "outbox"] as const;

/** How it came there, what it knows, its envelopes and what the outbox still holds; the tab stands in the URL. */
export function StoryTabs(props: {
  readonly moment: Moment;
  readonly story: Steps;
  readonly onSelect: (revision: number | undefined) => void;
}) {
  const { moment, story, onSelect } = props;
  const { waiting, moreWaiting } = moment.instance;
  const url = useUrlParams();
  const tab = TABS.find((each) => each === url.get("tab")) ?? "timeline";
  return (
    <Card label="Story" className="flex min-h-0 flex-col overflow-hidden max-drawer:max-h-150">
      <Tabs
        label="Story"
        value={tab}
        tabs={[
          { value: "timeline", label: "Timeline" },
          { value: "context", label: "Context" },
          // Without a count: what is known is the conversation's, and these are the subject's.
          { value: "envelopes", label: "Envelopes" },
          {
            value: "outbox",
            label: "Outbox",
            count: formatKnownCount(waiting.length, moreWaiting),
          },
        ]}
        onChange={(next) => url.set({ tab: next === "timeline" ? undefined : next })}
        panelClassName="min-h-0 flex-1 overflow-y-auto"
      >
        {tab === "timeline" && <TimelinePanel moment={moment} story={story} onSelect={onSelect} />}
        {tab === "context" && <ContextPanel moment={moment} />}
        {tab === "envelopes" && <EnvelopesPanel moment={moment} />}
        {tab === "outbox" && <OutboxPanel instance={moment.instance} />}
      </Tabs>
    </Card>
  );
}
