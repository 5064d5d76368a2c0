import type { RedactionSettings } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";

/** What a project masks: of a machine's data or, without a machine, of what belongs to none. */
export interface RedactionRuleView {
  readonly project: string;
  readonly machineId: string | undefined;
  readonly settings: RedactionSettings;
  readonly registeredAt: Date;
}

/** The rules that projects have registered, the project's own before those of its machines. */
export async function listRedactionRules(prisma: PrismaClient): Promise<RedactionRuleView[]> {
  const rows = await prisma.redactionRule.findMany({
    orderBy: [{ project: "asc" }, { machineId: "asc" }],
  });
  return rows.map(({ machineId, settings, ...row }) => ({
    ...row,
    machineId: machineId || undefined,
    settings: settings as RedactionSettings, // was checked when its project was defined
  }));
}
