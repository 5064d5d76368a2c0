import type { Metadata } from "next";
import { NoSuchPage } from "@/features/shell/no-such-page.tsx";

export const metadata: Metadata = { title: "No such page" };

/** Any address that no page has. Next's own page would bring a style that the policy of pages keeps out. */
export default function NotFound() {
  return <NoSuchPage />;
}
