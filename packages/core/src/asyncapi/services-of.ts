import type { Passage } from "./document-record.ts";

/** What a service outside is known to publish on a topic: the shape of an observer, for the choreography. */
export interface DocumentedService {
  readonly name: string;
  readonly topic: string;
  readonly types: readonly string[];
}

/** Read from imported documents who publishes what where, one entry a service and topic. */
export function servicesOf(
  documents: readonly { readonly name: string; readonly passages: readonly Passage[] }[],
): DocumentedService[] {
  return documents.flatMap(({ name, passages }) => {
    const sent = passages.filter(({ direction }) => direction === "sends");
    return [...new Set(sent.map(({ topic }) => topic))].map((topic) => ({
      name,
      topic,
      types: sent.filter((passage) => passage.topic === topic).map(({ type }) => type),
    }));
  });
}
