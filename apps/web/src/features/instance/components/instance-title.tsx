import type { ReactNode } from "react";
import { paths } from "@/lib/paths.ts";
import { stateOfPhase, wordOfPhase } from "@/lib/phase-state.ts";
import { useCopy } from "@/lib/use-copy.ts";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Chip, StateChip } from "@/ui/chip.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Time } from "@/ui/time.tsx";
import type { ActionPreview } from "../action-preview.ts";
import { ActButton } from "../actions/act-button.tsx";
import type { Moment } from "../instance.ts";

/** The business key, the machine, how it stands, and the ways on from here. */
export function InstanceTitle(props: {
  readonly moment: Moment;
  /** The present, which is what actions are about, whatever is looked at. */
  readonly now: Moment;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { moment, now, renderPreview } = props;
  const { instance } = moment;
  const { machineId, subject, version, phase, attention, startedAt, correlationId } = instance;
  return (
    <PageTitle
      title={subject}
      mono
      sub={
        <>
          started <Time at={startedAt} show="moment" />, <Time at={startedAt} show="age" />
        </>
      }
      actions={
        <>
          <CopyLink moment={moment} />
          <ButtonLink href={paths.compare({ a: `${machineId}/${subject}` })} glyph="instances">
            Compare…
          </ButtonLink>
          <ButtonLink href={paths.conversation(correlationId)} glyph="conversation">
            Conversation
          </ButtonLink>
          <ActButton moment={now} renderPreview={renderPreview} />
        </>
      }
    >
      <Chip mono>
        {machineId} v{version}
      </Chip>
      <StateChip state={stateOfPhase(phase, attention?.kind)}>
        {wordOfPhase(phase, attention?.kind)}
      </StateChip>
    </PageTitle>
  );
}

/** Copies the address of this step, also while the page follows live and its own address names none. */
function CopyLink({ moment: { instance, step } }: { readonly moment: Moment }) {
  const { state, copy } = useCopy();
  const copyLink = () => {
    const { machineId, subject } = instance;
    const path = paths.instance(machineId, subject, { rev: step?.revision });
    return copy(new URL(path, window.location.origin).href);
  };
  const words = {
    idle: step ? `Copy link to step ${step.revision}` : "Copy link",
    copied: "Link copied",
    failed: "The browser did not copy it",
  } as const;
  return (
    <Button
      glyph={state === "copied" ? "check" : state === "failed" ? "x" : "link"}
      onClick={() => void copyLink()}
      aria-live="polite"
    >
      {words[state]}
    </Button>
  );
}
