"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { paths } from "@/lib/paths.ts";
import { useMayAdminister } from "@/trpc/for-admins.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { useLiveQuery } from "@/trpc/use-live-query.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { Rule } from "./alert-words.ts";
import { AlertsCard } from "./components/alerts-card.tsx";
import { RuleDialog } from "./components/rule-dialog.tsx";
import { RulesCard } from "./components/rules-card.tsx";
import { WatchLine } from "./components/watch-line.tsx";

/** Alerts are evaluated every five seconds; a notice goes out with the look after it. */
const REFRESH_MS = 5_000;

/** What is wrong now and what was, whom it was told, and by which rules. */
export function AlertsPage() {
  const trpc = useTRPC();
  const mayEdit = useMayAdminister();
  const [edited, setEdited] = useState<Rule | "new">();
  const alerts = useQuery(
    trpc.alerts.list.queryOptions(undefined, { refetchInterval: REFRESH_MS }),
  );
  const rules = useLiveQuery(trpc.alerts.rules.queryOptions(), { audit: true });
  return (
    <>
      <PageTitle
        title="Alerts"
        actions={
          mayEdit && (
            <>
              <ButtonLink href={paths.alertChannels()}>Channels</ButtonLink>
              <Button kind="solid" glyph="plus" onClick={() => setEdited("new")}>
                New rule
              </Button>
            </>
          )
        }
      >
        {alerts.data && <WatchLine watch={alerts.data.watch} at={alerts.data.at} />}
      </PageTitle>
      <QueryView query={alerts} what="alerts" consequence="There may be some." rows={6}>
        {(list) => (
          <>
            <AlertsCard
              title="Now"
              alerts={list.open}
              leftOut={list.openLeftOut}
              empty="Nothing is wrong."
              checkedAt={list.watch.evaluatedAt}
            />
            <QueryView query={rules} what="rules" consequence="Some may be there." rows={4}>
              {(all) => <RulesCard rules={all} onEdit={mayEdit ? setEdited : undefined} />}
            </QueryView>
            <AlertsCard
              title="Before"
              alerts={list.past}
              leftOut={0}
              empty="Nothing was wrong yet."
            />
          </>
        )}
      </QueryView>
      <RuleDialog edited={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
