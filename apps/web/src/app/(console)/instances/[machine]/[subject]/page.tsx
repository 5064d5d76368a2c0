import type { Metadata } from "next";
import { Page } from "@/features/shell/page.tsx";
import { decodeSegment, paths } from "@/lib/paths.ts";
import { InstanceView } from "./instance-view.tsx";

type Props = PageProps<"/instances/[machine]/[subject]">;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: decodeSegment((await params).subject) };
}

/** `/instances/{machine}/{subject}?rev=&tab=` */
export default async function Instance({ params }: Props) {
  const { machine, subject } = await params;
  const machineId = decodeSegment(machine);
  const key = decodeSegment(subject);
  return (
    <Page
      layout="fit"
      crumbs={[
        { label: "Instances", href: paths.instances() },
        { label: machineId, href: paths.instances({ machine: machineId }) },
        { label: key },
      ]}
    >
      <InstanceView machineId={machineId} subject={key} />
    </Page>
  );
}
