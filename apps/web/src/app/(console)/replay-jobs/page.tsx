import type { Metadata } from "next";
import { JobsPage } from "@/features/replay-jobs/jobs-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Replay jobs" };

/** `/replay-jobs` */
export default function ReplayJobs() {
  return (
    <Page layout="fit" crumbs={[{ label: "Replay jobs" }]}>
      <JobsPage />
    </Page>
  );
}
