import type { QuietHours } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";

/** A rule, with the names of the channels it tells. */
export interface RuleView {
  readonly id: string;
  readonly name: string;
  readonly signal: string;
  readonly threshold: number;
  readonly machineId: string | undefined;
  readonly channels: readonly { readonly id: string; readonly name: string }[];
  readonly quiet: QuietHours | undefined;
  readonly enabled: boolean;
}

/** A channel without its secrets. */
export interface ChannelView {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  /** Where it leads, as far as that is no secret. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly updatedAt: Date;
}

/** Every rule by its name. */
export async function listRules(prisma: PrismaClient): Promise<RuleView[]> {
  const [rules, channels] = await Promise.all([
    prisma.alertRule.findMany({ orderBy: { name: "asc" } }),
    prisma.alertChannel.findMany({ select: { id: true, name: true } }),
  ]);
  return rules.map(({ id, name, signal, threshold, machineId, quiet, enabled, ...rule }) => ({
    ...{ id, name, signal, threshold, enabled },
    machineId: machineId ?? undefined,
    quiet: (quiet ?? undefined) as QuietHours | undefined,
    channels: channels.filter((channel) => rule.channels.includes(channel.id)),
  }));
}

/** Every channel by its name. */
export async function listChannels(prisma: PrismaClient): Promise<ChannelView[]> {
  const rows = await prisma.alertChannel.findMany({
    select: { id: true, name: true, kind: true, settings: true, updatedAt: true },
    orderBy: { name: "asc" },
  });
  return rows.map((row) => ({ ...row, settings: row.settings as Record<string, unknown> }));
}
