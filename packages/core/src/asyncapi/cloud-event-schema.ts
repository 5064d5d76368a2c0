import type { JsonObject } from "../kernel/json.ts";

const TEXT = { type: "string" };

/** JSON Schema of the envelope that every message shares: CloudEvents 1.0 with the extensions this system uses. */
export function cloudEventSchema(): JsonObject {
  return {
    type: "object",
    required: ["specversion", "id", "source", "type"],
    properties: {
      specversion: { type: "string", const: "1.0" },
      id: TEXT,
      source: TEXT,
      type: TEXT,
      subject: { type: "string", description: "Machine instance key (partition key)." },
      time: { type: "string", format: "date-time" },
      datacontenttype: TEXT,
      data: {},
      correlationid: TEXT,
      causationid: TEXT,
      machineid: TEXT,
      machineversion: TEXT,
      traceparent: TEXT,
      xsmattempt: { type: "integer", minimum: 0 },
    },
  };
}
