import type { Metadata } from "next";
import { NoSuchPage } from "@/features/shell/no-such-page.tsx";

export const metadata: Metadata = { title: "No such page" };

/** Any address that no page has. */
export default function NotFound() {
  return <NoSuchPage />;
}
