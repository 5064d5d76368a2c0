import type { RouterInputs } from "@/trpc/react.tsx";

/** One change of an edit, as JSON Patch (RFC 6902) has it. */
export interface EditStep {
  readonly op: "add" | "replace" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

/** As the server takes them. */
export type Edit = RouterInputs["deadLetters"]["editAndReplay"]["edit"];

/** What was typed, read; or why it cannot be. */
export type EditedData =
  | { readonly kind: "data"; readonly value: unknown }
  | { readonly kind: "problem"; readonly problem: string };

/** Read what was typed into the editor. */
export function parseData(text: string): EditedData {
  try {
    return { kind: "data", value: JSON.parse(text) as unknown };
  } catch (error) {
    return { kind: "problem", problem: error instanceof Error ? error.message : "no JSON" };
  }
}

/**
 * The changes that lead from one value to another, each as small as it can be: what stays as it was is in none of them, so that a
 * masked value nobody touched keeps its original. Lists of another length are changed at their end.
 *
 * @param path - JSON Pointer of the values
 */
export function patchOf(before: unknown, after: unknown, path = "/data"): readonly EditStep[] {
  if (isObject(before) && isObject(after)) return objectPatch(before, after, path);
  if (Array.isArray(before) && Array.isArray(after)) return listPatch(before, after, path);
  return isSame(before, after) ? [] : [{ op: "replace", path, value: after }];
}

type Fields = Readonly<Record<string, unknown>>;

function objectPatch(before: Fields, after: Fields, path: string): readonly EditStep[] {
  const at = (name: string) => `${path}/${escapePointer(name)}`;
  return [
    ...Object.keys(before)
      .filter((name) => !Object.hasOwn(after, name))
      .map((name) => ({ op: "remove" as const, path: at(name) })),
    ...Object.entries(after).flatMap(([name, value]) =>
      Object.hasOwn(before, name)
        ? patchOf(before[name], value, at(name))
        : [{ op: "add" as const, path: at(name), value }],
    ),
  ];
}

function listPatch(
  before: readonly unknown[],
  after: readonly unknown[],
  path: string,
): readonly EditStep[] {
  const shared = Math.min(before.length, after.length);
  return [
    ...after.slice(0, shared).flatMap((value, at) => patchOf(before[at], value, `${path}/${at}`)),
    ...after.slice(shared).map((value) => ({ op: "add" as const, path: `${path}/-`, value })),
    // From the end, so that each index still says the same when its turn comes.
    ...before
      .slice(shared)
      .map((_value, at) => ({ op: "remove" as const, path: `${path}/${shared + at}` }))
      .reverse(),
  ];
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(one: unknown, other: unknown): boolean {
  return Object.is(one, other);
}

/** RFC 6901: `~` and `/` mean something in a pointer. */
function escapePointer(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
