import type { Metadata } from "next";
import { SearchPage } from "@/features/search/search-page.tsx";
import { Page } from "@/features/shell/page.tsx";

export const metadata: Metadata = { title: "Search" };

/** `/search?q=` */
export default async function Search({ searchParams }: PageProps<"/search">) {
  const { q } = await searchParams;
  return (
    <Page crumbs={[{ label: "Search" }]}>
      <SearchPage text={typeof q === "string" ? q : ""} />
    </Page>
  );
}
