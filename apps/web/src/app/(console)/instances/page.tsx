import type { Metadata } from "next";
import { InstancesPage } from "@/features/instances/instances-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Instances" };

/** `/instances?machine=&phase=&status=&attention=&q=&after=` */
export default function Instances() {
  return (
    <Page crumbs={[{ label: "Instances" }]} layout="fit">
      <InstancesPage />
    </Page>
  );
}
