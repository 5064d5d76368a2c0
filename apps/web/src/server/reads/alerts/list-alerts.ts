import type { PrismaClient } from "@sagascope/database";

/** What a channel was told of an alert, or is going to be. */
export interface NoticeView {
  readonly id: string;
  readonly channel: string;
  readonly kind: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly endedAt: Date | undefined;
  /** Undefined: it is not told yet. */
  readonly outcome: string | undefined;
  readonly lastError: string | undefined;
}

/** One alert, with whom it was told. */
export interface AlertView {
  readonly id: string;
  readonly rule: string;
  readonly signal: string;
  readonly subject: string;
  readonly summary: string;
  readonly raisedAt: Date;
  readonly silentSince: Date | undefined;
  readonly recoveredAt: Date | undefined;
  readonly notices: readonly NoticeView[];
}

/** Alerts and who watches them. */
export interface AlertList {
  readonly at: Date;
  readonly open: readonly AlertView[];
  /** The last ones that recovered. */
  readonly past: readonly AlertView[];
  /** Open alerts that are not shown, beyond those that are. */
  readonly openLeftOut: number;
  readonly watch: { readonly owner: string | undefined; readonly evaluatedAt: Date | undefined };
}

const OPEN_MAX = 200;
const PAST_MAX = 50;

/** Alerts that stand, the newest first, and the last ones that recovered. */
export async function listAlerts(prisma: PrismaClient, now: Date): Promise<AlertList> {
  const newest = [{ raisedAt: "desc" }, { id: "asc" }] as const;
  const [open, openCount, past, watch] = await Promise.all([
    prisma.alert.findMany({ where: { recoveredAt: null }, orderBy: [...newest], take: OPEN_MAX }),
    prisma.alert.count({ where: { recoveredAt: null } }),
    prisma.alert.findMany({
      where: { recoveredAt: { not: null } },
      orderBy: [...newest],
      take: PAST_MAX,
    }),
    prisma.alertWatch.findFirst(),
  ]);
  const notices = await listNotices(
    prisma,
    [...open, ...past].map(({ id }) => id),
  );
  const view = ({ ruleName, ruleId: _rule, value: _value, ...alert }: (typeof open)[number]) => ({
    ...alert,
    rule: ruleName,
    silentSince: alert.silentSince ?? undefined,
    recoveredAt: alert.recoveredAt ?? undefined,
    notices: notices.get(alert.id) ?? [],
  });
  return {
    at: now,
    open: open.map(view),
    past: past.map(view),
    openLeftOut: openCount - open.length,
    watch: {
      owner: watch?.owner ?? undefined,
      evaluatedAt: watch?.evaluatedAt ?? undefined,
    },
  };
}

async function listNotices(
  prisma: PrismaClient,
  alertIds: readonly string[],
): Promise<ReadonlyMap<string, readonly NoticeView[]>> {
  const rows = await prisma.alertNotice.findMany({
    where: { alertId: { in: [...alertIds] } },
    orderBy: { id: "asc" },
  });
  const byAlert = new Map<string, NoticeView[]>();
  for (const row of rows) {
    const of = byAlert.get(row.alertId ?? "") ?? [];
    byAlert.set(row.alertId ?? "", [...of, noticeView(row)]);
  }
  return byAlert;
}

/** The notice of a test, to see how it ended. */
export async function findNotice(
  prisma: PrismaClient,
  id: string,
): Promise<NoticeView | undefined> {
  const row = await prisma.alertNotice.findUnique({ where: { id: BigInt(id) } });
  return row === null ? undefined : noticeView(row);
}

function noticeView(row: {
  readonly id: bigint;
  readonly channelName: string;
  readonly kind: string;
  readonly attempts: number;
  readonly dueAt: Date;
  readonly endedAt: Date | null;
  readonly outcome: string | null;
  readonly lastError: string | null;
}): NoticeView {
  const { id, channelName, kind, attempts, dueAt, endedAt, outcome, lastError } = row;
  return {
    ...{ id: String(id), channel: channelName, kind, attempts, dueAt },
    endedAt: endedAt ?? undefined,
    outcome: outcome ?? undefined,
    lastError: lastError ?? undefined,
  };
}
