import type { UrlParams } from "@/lib/use-url-params.ts";

/** Names an instance. */
export interface InstanceName {
  readonly machineId: string;
  readonly subject: string;
}

/** What a URL asks to compare, as far as it does. */
export type Comparison =
  | { readonly kind: "none" }
  | {
      readonly kind: "instances";
      readonly first: InstanceName;
      readonly second: InstanceName | undefined;
    }
  | {
      readonly kind: "versions";
      readonly machineId: string;
      /** Ids of chart versions; absent, the newest but one and the newest. */
      readonly from: number | undefined;
      readonly to: number | undefined;
    };

/** `?a=machine/subject&b=machine/subject`, or `?machine=&from=&to=` with ids of chart versions. */
export function readComparison(url: Pick<UrlParams, "get">): Comparison {
  const first = readName(url.get("a"));
  if (first) return { kind: "instances", first, second: readName(url.get("b")) };
  const machineId = url.get("machine");
  if (machineId === undefined) return { kind: "none" };
  return { kind: "versions", machineId, from: readId(url.get("from")), to: readId(url.get("to")) };
}

/** `machine/subject`; a subject may hold slashes, a machine's name may not. */
export function writeName({ machineId, subject }: InstanceName): string {
  return `${machineId}/${subject}`;
}

function readName(text: string | undefined): InstanceName | undefined {
  const at = text?.indexOf("/") ?? -1;
  if (text === undefined || at < 1 || at === text.length - 1) return undefined;
  return { machineId: text.slice(0, at), subject: text.slice(at + 1) };
}

function readId(text: string | undefined): number | undefined {
  const id = Number(text);
  return Number.isInteger(id) && id > 0 ? id : undefined;
}
