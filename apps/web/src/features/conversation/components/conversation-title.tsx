import { formatDuration } from "@/lib/format-duration.ts";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { paths } from "@/lib/paths.ts";
import { ButtonLink } from "@/ui/button.tsx";
import { StateChip, ToneChip } from "@/ui/chip.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { Conversation, Summary } from "../conversation.ts";

const PARTICIPANTS_SHOWN = 4;

/** The business key, how much there is, what is wrong with it, and the machines that take part. */
export function ConversationTitle(props: {
  readonly conversation: Conversation;
  readonly summary: Summary;
}) {
  const { conversation, summary } = props;
  const { envelopes, services, tookMs, gaps } = summary;
  const { waitingCount, letterCount, participants, participantCount } = conversation;
  const shown = participants.slice(0, PARTICIPANTS_SHOWN);
  return (
    <PageTitle
      title={summary.subject}
      mono
      actions={
        <>
          {shown.map(({ machineId, subject }) => (
            <ButtonLink
              key={`${machineId}/${subject}`}
              href={paths.instance(machineId, subject)}
              after="arrow"
            >
              Open {machineId}
            </ButtonLink>
          ))}
          {participantCount > shown.length && (
            <span className="text-12 text-ink-3">
              and {formatPlural(participantCount - shown.length, "instance")} more
            </span>
          )}
        </>
      }
    >
      <IdText id={conversation.correlationId} className="text-12 text-ink-2" />
      <span className="text-13 text-ink-2">
        {formatPlural(envelopes, "envelope")},{" "}
        {services === undefined ? "…" : formatPlural(services, "service")}, {formatDuration(tookMs)}
      </span>
      {letterCount > 0 && (
        <StateChip state="dead">{formatPlural(letterCount, "dead letter")}</StateChip>
      )}
      {waitingCount > 0 && (
        <StateChip state="waiting">{formatCount(waitingCount)} in flight</StateChip>
      )}
      {gaps > 0 && (
        <ToneChip tone="plain" glyph="gap">
          {formatPlural(gaps, "cause")} not recorded
        </ToneChip>
      )}
    </PageTitle>
  );
}
