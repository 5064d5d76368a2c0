// What a machine's own code sees when it decides.
import type { JsonObject } from "@sagascope/core";

/** An event from outside, with its data. */
export interface Heard<Data> {
  readonly context: JsonObject;
  readonly event: { readonly type: string; readonly payload: Data };
}

/** The answer of a service that the machine called. */
export interface Answered<Output> {
  readonly context: JsonObject;
  readonly event: { readonly type: string; readonly output: Output };
}
