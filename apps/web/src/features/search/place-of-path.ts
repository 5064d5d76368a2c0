import { decodeSegment } from "@/lib/paths.ts";
import type { PlaceKey } from "./use-places.ts";

/** The instance, conversation or dead letter whose page a path is of, if it is of one. */
export function placeOfPath(pathname: string): PlaceKey | undefined {
  const [, area, ...segments] = pathname.split("/").map(decodeSegment);
  const [first, second, ...rest] = segments;
  if (!first || rest.length > 0) return undefined;
  if (area === "instances") {
    return second ? { kind: "instance", place: `${first}/${second}` } : undefined;
  }
  if (second !== undefined) return undefined;
  if (area === "conversations") return { kind: "conversation", place: first };
  return area === "dead-letters" ? { kind: "letter", place: first } : undefined;
}
