import { formatPlural } from "@/lib/format-number.ts";
import type { UserRow } from "./user-row.ts";

/** What becomes of somebody's sessions and of the API tokens they made, once they are shut out. */
export function disablingWords({
  tokens: { theirs, ofServices },
}: Pick<UserRow, "tokens">): string {
  const ends =
    theirs === 0
      ? "every session"
      : `every session and ${formatPlural(theirs, "API token")} of theirs`;
  const stays =
    ofServices === 0
      ? ""
      : `. Goes on for services, until revoked under API tokens: ${formatPlural(ofServices, "token")} they made`;
  return `Ends ${ends}, and keeps them out${stays}`;
}
