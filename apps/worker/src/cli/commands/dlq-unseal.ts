import type { UnsealedField } from "@sagascope/core/postgres";
import { argumentsOf, textOf } from "../arguments.ts";
import type { Command } from "../command.ts";
import { DOOR_HELP, DOOR_OPTIONS, withDoor } from "../door/with-door.ts";
import { UsageError } from "../errors.ts";

/** `sagascope dlq unseal` */
export const dlqUnseal: Command = {
  summary:
    "Show masked fields of a dead letter as they were sent. Who, why and which fields stand in the audit.",
  usage: "ID --yes --reason TEXT [--fields /data/card,/data/iban]",
  options: {
    ...DOOR_OPTIONS,
    fields: { type: "string" },
    yes: { type: "boolean" },
    reason: { type: "string" },
  },
  help: {
    ...DOOR_HELP,
    fields: "JSON Pointers into the envelope; default: everything that was masked",
    yes: "really show them",
    reason: "why; kept in the audit",
  },
  run: async (invocation) => {
    const { options, positionals, output } = invocation;
    const { ID: id } = argumentsOf(positionals, ["ID"]);
    const reason = textOf(options, "reason");
    if (options.yes !== true) throw new UsageError("unseal does nothing without --yes");
    if ((reason ?? "").trim() === "") throw new UsageError("--reason is required: it is kept");
    const paths = textOf(options, "fields")?.split(",");
    const request = { id, reason, ...(paths === undefined ? {} : { paths }) };
    const fields = await withDoor(invocation, (door) => door.unseal(request));
    output.result({ id, fields }, fieldsText(fields));
  },
};

function fieldsText(fields: readonly UnsealedField[]): string {
  if (fields.length === 0) return "nothing of it was masked";
  return fields.map(({ path, value }) => `${path}  ${JSON.stringify(value) ?? "-"}`).join("\n");
}
