import { hostname } from "node:os";
import { newId } from "../../kernel/ids.ts";

/** Characters of chance behind the host's name. */
const CHANCE = 12;

/** A name for whoever claims, unlike any other: told to people, never a fence. */
export function defaultOwner(): string {
  return `${hostname()}:${newId().replaceAll("-", "").slice(-CHANCE)}`;
}
