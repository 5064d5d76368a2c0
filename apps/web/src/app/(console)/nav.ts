import type { NavEntry } from "@/features/shell/nav-entry.ts";
import { paths } from "@/lib/paths.ts";

/** The places of the console, with the counts that are known. */
export function navEntries(counts: {
  readonly instancesActive?: number;
  readonly lettersOpen?: number;
}): readonly NavEntry[] {
  return [
    { href: paths.overview(), label: "Overview", glyph: "overview", key: "o" },
    {
      href: paths.instances(),
      label: "Instances",
      glyph: "instances",
      key: "i",
      count: counts.instancesActive,
    },
    { href: paths.conversations(), label: "Conversations", glyph: "conversation", key: "c" },
    { href: paths.choreography(), label: "Choreography", glyph: "map", key: "m" },
    {
      href: paths.deadLetters(),
      label: "Dead letters",
      glyph: "st-dead",
      key: "d",
      count: counts.lettersOpen,
      tone: (counts.lettersOpen ?? 0) > 0 ? "bad" : "plain",
    },
    { href: paths.replayJobs(), label: "Replay jobs", glyph: "replay", key: "r" },
    { href: paths.asyncapi(), label: "AsyncAPI", glyph: "asyncapi", key: "a" },
    { href: paths.pipes(), label: "Pipes", glyph: "pipes", key: "p" },
    { href: paths.alerts(), label: "Alerts", glyph: "alert", key: "r" },
    { href: paths.audit(), label: "Audit", glyph: "audit", group: "more" },
    { href: paths.settings(), label: "Settings", glyph: "settings", group: "more" },
  ];
}
