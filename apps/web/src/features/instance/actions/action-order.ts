import type { RouterInputs } from "@/trpc/react.tsx";
import type { ActionKind } from "./action-kinds.ts";

/** What stands in the form, as text: all of it stays while a person looks at another action. */
export interface ActionForm {
  readonly event: string;
  readonly payload: string;
  /** `call:<ref>` or `letter:<id>`; empty lets the engine find the one thing that failed. */
  readonly failure: string;
  readonly call: string;
  readonly output: string;
  readonly revision: string;
  readonly version: string;
  /** New path by old one; empty where a state keeps its path. */
  readonly states: Readonly<Record<string, string>>;
}

/** A form that says nothing. */
export const EMPTY_FORM: ActionForm = {
  event: "",
  payload: "",
  failure: "",
  call: "",
  output: "",
  revision: "",
  version: "",
  states: {},
};

type Common = "machineId" | "subject" | "dryRun" | "reason" | "ifRevision";
type Inputs = RouterInputs["operations"];

/** What is asked of the engine, without whom it is for. */
export type ActionOrder = {
  readonly [Kind in ActionKind]: { readonly kind: Kind } & Omit<Inputs[Kind], Common>;
}[ActionKind];

/** What a form comes to: an order, or the first thing that is missing or wrong in it, by the field's name. */
export type ReadForm =
  | { readonly kind: "order"; readonly order: ActionOrder }
  | { readonly kind: "incomplete"; readonly field: keyof ActionForm; readonly why: string };

/** Read a form for one action. */
export function readForm(kind: ActionKind, form: ActionForm): ReadForm {
  switch (kind) {
    case "send":
      return readSend(form);
    case "resume":
      return order({ kind, ...failureOf(form.failure) });
    case "skip":
      return readSkip(form);
    case "cancel":
      return order({ kind });
    case "rewind":
      return readRewind(form);
    case "migrate":
      return order({ kind, ...optional("version", form.version), ...statesOf(form.states) });
  }
}

function order(found: ActionOrder): ReadForm {
  return { kind: "order", order: found };
}

function incomplete(field: keyof ActionForm, why: string): ReadForm {
  return { kind: "incomplete", field, why };
}

function readSend({ event, payload }: ActionForm): ReadForm {
  if (event.trim() === "") return incomplete("event", "Choose an event.");
  const json = readJson(payload);
  if (json.kind === "malformed") return incomplete("payload", json.why);
  return order({
    kind: "send",
    event: event.trim(),
    ...(json.value === undefined ? {} : { payload: json.value }),
  });
}

function readSkip({ call, output }: ActionForm): ReadForm {
  const json = readJson(output);
  if (json.kind === "malformed") return incomplete("output", json.why);
  return order({
    kind: "skip",
    ...optional("call", call),
    ...(json.value === undefined ? {} : { output: json.value }),
  });
}

function readRewind({ revision }: ActionForm): ReadForm {
  const step = Number(revision);
  if (!Number.isInteger(step) || step < 1) return incomplete("revision", "Choose a step.");
  return order({ kind: "rewind", revision: step });
}

function failureOf(value: string): { readonly letterId?: string; readonly call?: string } {
  const [what, ...rest] = value.split(":");
  const name = rest.join(":");
  if (what === "call") return { call: name };
  return what === "letter" ? { letterId: name } : {};
}

function statesOf(states: ActionForm["states"]): { readonly states?: Record<string, string> } {
  const named = Object.entries(states).filter(([, to]) => to.trim() !== "");
  return named.length === 0 ? {} : { states: Object.fromEntries(named) };
}

function optional<Key extends string>(key: Key, value: string): { readonly [K in Key]?: string } {
  return value.trim() === "" ? {} : ({ [key]: value.trim() } as { readonly [K in Key]?: string });
}

/** JSON as it was typed; nothing typed is no value. */
export function readJson(
  text: string,
):
  | { readonly kind: "json"; readonly value: unknown }
  | { readonly kind: "malformed"; readonly why: string } {
  if (text.trim() === "") return { kind: "json", value: undefined };
  try {
    return { kind: "json", value: JSON.parse(text) as unknown };
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    return { kind: "malformed", why: `This is not JSON: ${what}.` };
  }
}
