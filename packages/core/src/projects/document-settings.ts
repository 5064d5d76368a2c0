import { ASYNCAPI_VERSIONS } from "../asyncapi/asyncapi-options.ts";
import { InvalidProjectError } from "./errors.ts";
import type { ProjectDefinition } from "./project.ts";
import { requireName } from "./require-name.ts";

/** @throws {InvalidProjectError} naming the field, if documents could not be made from the settings */
export function requireDocumentSettings({ documents, machines }: ProjectDefinition): void {
  for (const [index, { document }] of machines.entries()) {
    for (const [setting, value] of Object.entries(document ?? {})) {
      if (setting === "isHidden" || value === undefined) continue;
      requireText(`machines[${index}].document.${setting}`, value);
    }
  }
  if (documents === undefined) return;
  const { version, servers = {}, ...texts } = documents;
  if (version !== undefined && !ASYNCAPI_VERSIONS.includes(version)) {
    const problem = `must be one of ${ASYNCAPI_VERSIONS.join(", ")}, got '${String(version)}'`;
    throw new InvalidProjectError("documents.version", problem);
  }
  for (const [setting, value] of Object.entries(texts)) {
    if (value !== undefined) requireText(`documents.${setting}`, value);
  }
  for (const [name, server] of Object.entries(servers)) {
    requireName("documents.servers", name);
    requireText(`documents.servers.${name}.host`, server.host);
    requireText(`documents.servers.${name}.protocol`, server.protocol);
    requireNoSecret(`documents.servers.${name}.host`, server.host);
  }
}

function requireText(field: string, value: unknown): void {
  if (typeof value === "string" && value.trim() !== "") return;
  throw new InvalidProjectError(field, "must be a text that is not empty");
}

/** Documents are shown to everybody, so an address with a password in it is a leak. */
function requireNoSecret(field: string, host: string): void {
  if (!host.includes("@")) return;
  throw new InvalidProjectError(field, "must be a host and port without user or password");
}
