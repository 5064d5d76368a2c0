import { stateOfPhase } from "@/lib/phase-state.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import type { RouterOutputs } from "@/trpc/react.tsx";
import { lookOf } from "@/ui/state-table.ts";
import { type AnswerGroup, type AnswerItem, lookOfKind } from "./palette-answer.ts";
import { type PlaceKey, usePlaces } from "./use-places.ts";

type Place = RouterOutputs["places"]["list"][number];
const PLACE = /^(instance|conversation|letter) (.+)$/s;

/** What a person pinned and where they were last, for the palette; a hook that it calls while it is open. */
export function usePalettePins() {
  const { places, pin } = usePlaces(true);
  const known = places.data ?? [];
  const pinned = new Set(known.filter((place) => place.pinned).map(idOf));
  const isPinned = ({ id }: { readonly id: string }) =>
    placeOfItem(id) ? pinned.has(id) : undefined;
  const error = places.error ?? pin.error;
  return {
    groups: [
      groupOf(
        "Pinned",
        known.filter((place) => place.pinned),
      ),
      groupOf(
        "Recent",
        known.filter((place) => !place.pinned),
      ),
    ].filter(({ items }) => items.length > 0),
    failed: error ? messageOf(error) : undefined,
    isPinned,
    toggle: ({ id }: { readonly id: string }) => {
      const place = placeOfItem(id);
      if (place) pin.mutate({ ...place, pinned: !pinned.has(id) });
    },
  };
}

/** Instances, conversations and letters can be pinned; their items are named `<kind> <place>`. */
function placeOfItem(id: string): PlaceKey | undefined {
  const [, kind, place] = PLACE.exec(id) ?? [];
  return kind && place ? { kind: kind as PlaceKey["kind"], place } : undefined;
}

function idOf({ kind, place }: PlaceKey): string {
  return `${kind} ${place}`;
}

function groupOf(title: string, places: readonly Place[]): AnswerGroup {
  return { title, items: places.map(toItem) };
}

function toItem(place: Place): AnswerItem {
  const { title, subtitle, href, kind, phase } = place;
  const look = phase === undefined ? lookOfKind(kind) : lookOf(stateOfPhase(phase));
  return { id: idOf(place), title, subtitle, href, glyph: look.glyph, tone: look.tone };
}
