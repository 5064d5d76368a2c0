import type { Metadata } from "next";
import { AuditPage } from "@/features/audit/audit-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Audit" };

/** `/audit?actor=&action=&q=&from=&before=&after=` */
export default function Audit() {
  return (
    <Page crumbs={[{ label: "Audit" }]} layout="fit">
      <AuditPage />
    </Page>
  );
}
