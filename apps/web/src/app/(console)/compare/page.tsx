import type { Metadata } from "next";
import { Page } from "@/features/shell/page.tsx";
import { paths } from "@/lib/paths.ts";
import { CompareView } from "./compare-view.tsx";

export const metadata: Metadata = { title: "Compare" };

/** `/compare?a=machine/subject&b=machine/subject&at=` or `/compare?machine=&from=&to=` */
export default function Compare() {
  return (
    <Page
      layout="fit"
      crumbs={[{ label: "Instances", href: paths.instances() }, { label: "Compare" }]}
    >
      <CompareView />
    </Page>
  );
}
