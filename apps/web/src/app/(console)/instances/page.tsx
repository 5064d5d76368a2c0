import type { Metadata } from "next";
import { InstancesPage } from "@/features/instances/instances-page.tsx";
import { ViewsMenu } from "@/features/saved-views/views-menu.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Instances" };

/** `/instances?machine=&version=&state=&status=&phase=&age=&ended=&attention=&q=&order=&cols=&after=` */
export default function Instances() {
  return (
    <Page crumbs={[{ label: "Instances" }]} layout="fit">
      <InstancesPage views={<ViewsMenu page="instances" />} />
    </Page>
  );
}
