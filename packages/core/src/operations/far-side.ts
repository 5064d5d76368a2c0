import type { LetterRecord } from "../engine/records.ts";

/** Where a relay or feed hands envelopes on to, for one envelope that it gave up. */
export type FarSide =
  | {
      readonly kind: "found";
      /** For people: `relay 'to-kafka'`. */
      readonly name: string;
      /** The envelope as it was sent, for the letter of another failure. */
      readonly text: string;
      /** Hand it on, by itself, once. @throws whatever the far side throws */
      readonly hand: () => Promise<void>;
    }
  | { readonly kind: "none"; readonly why: string };

/** Knows the far sides of a project's relays and feeds. */
export interface FarSides {
  /** Nothing is handed on by looking. @throws {StoreUnavailableError} if the store cannot be reached */
  find(letter: LetterRecord): Promise<FarSide>;
}
