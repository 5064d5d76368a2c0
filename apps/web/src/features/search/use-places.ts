import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { type RouterInputs, useTRPC } from "@/trpc/react.tsx";
import { readAllAgain } from "@/trpc/read-again.ts";
import { placeOfPath } from "./place-of-path.ts";

/** A place that can be remembered. */
export type PlaceKey = RouterInputs["places"]["visit"];

/** Where a person was and what they pinned, and the way to pin; asked for while `wanted`. */
export function usePlaces(wanted: boolean) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const places = useQuery(
    trpc.places.list.queryOptions(undefined, { enabled: wanted, staleTime: 0 }),
  );
  const pin = useMutation(
    trpc.places.pin.mutationOptions({
      onSuccess: () => readAllAgain(queryClient, trpc.places.list.queryFilter()),
    }),
  );
  return { places, pin };
}

/** Remember each instance, conversation and dead letter whose page is opened; where that fails, nothing else does. */
export function useRememberPlaces(): void {
  const trpc = useTRPC();
  const place = placeOfPath(usePathname());
  const { mutate } = useMutation(trpc.places.visit.mutationOptions({ retry: false }));
  const key = place && JSON.stringify(place);
  useEffect(() => {
    if (key !== undefined) mutate(JSON.parse(key) as PlaceKey);
  }, [key, mutate]);
}
