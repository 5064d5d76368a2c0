import type { Metadata } from "next";
import { JobPage } from "@/features/replay-jobs/job-page.tsx";
import { Page } from "@/features/shell/page.tsx";
import { cutMiddle } from "@/lib/cut-middle.ts";
import { decodeSegment, paths } from "@/lib/paths.ts";

export const metadata: Metadata = { title: "Replay job" };

/** `/replay-jobs/{id}` */
export default async function ReplayJob({ params }: PageProps<"/replay-jobs/[id]">) {
  const id = decodeSegment((await params).id);
  return (
    <Page
      layout="fit"
      crumbs={[{ label: "Replay jobs", href: paths.replayJobs() }, { label: cutMiddle(id) }]}
    >
      <JobPage id={id} />
    </Page>
  );
}
