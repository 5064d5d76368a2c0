import { type ObservedEnvelope, observerOf } from "@sagascope/core";
import type { PrismaClient } from "@sagascope/database";
import { listDocumentedServices } from "./list-documented-services.ts";

/** An envelope, as far as it tells who sent it. */
export type SentEnvelope = ObservedEnvelope & { readonly type: string };

/** Says what an envelope's sender is called, if a project observes it, or an imported document says that it publishes that. */
export type NameSender = (envelope: SentEnvelope) => string | null;

/** The services outside that publish on some topics, by name. */
export async function nameObserved(
  prisma: PrismaClient,
  topics: readonly string[],
): Promise<NameSender> {
  const [rows, services] = await Promise.all([
    prisma.observer.findMany({
      where: { topic: { in: [...new Set(topics)] } },
      select: { name: true, topic: true, source: true },
      orderBy: [{ project: "asc" }, { name: "asc" }],
    }),
    listDocumentedServices(prisma),
  ]);
  const observers = rows.map(({ source, ...row }) => ({ ...row, source: source ?? undefined }));
  return (envelope) => {
    if (typeof envelope.machineId === "string") return null;
    const documented = services.find(
      ({ topic, types }) => topic === envelope.topic && types.includes(envelope.type),
    );
    return observerOf(observers, envelope)?.name ?? documented?.name ?? null;
  };
}
