"use client";

import { useQuery } from "@tanstack/react-query";
import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { ForAdmins } from "@/trpc/for-admins.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { type RouterOutputs, useTRPC } from "@/trpc/react.tsx";
import { Card } from "@/ui/card.tsx";
import { ToneChip } from "@/ui/chip.tsx";
import { EmptyState } from "@/ui/empty-state.tsx";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { Tone } from "@/ui/state-table.ts";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";

type SealKeys = RouterOutputs["settings"]["sealKeys"];
type State = SealKeys["keys"][number]["state"];

const STATES = {
  current: { words: "seals and opens", tone: "green" },
  opens: { words: "opens only", tone: "plain" },
  missing: { words: "not here", tone: "red" },
} as const satisfies Record<State, { words: string; tone: Tone }>;

/** Which keys seal originals of dead letters and the secrets of alert channels. A key itself is shown nowhere. */
export function KeysPage() {
  return (
    <>
      <PageTitle
        title="Seal keys"
        sub="as the console has them; workers have an environment of their own"
      />
      <ForAdmins what="the state of seal keys">
        <Keys />
      </ForAdmins>
    </>
  );
}

function Keys() {
  const trpc = useTRPC();
  const query = useQuery(trpc.settings.sealKeys.queryOptions());
  return (
    <QueryView query={query} what="the keys' state" consequence="There may be keys." rows={4}>
      {(keys) => <KeysCard keys={keys} />}
    </QueryView>
  );
}

function KeysCard({ keys: { hasKeys, keys, unsealedLetters } }: { readonly keys: SealKeys }) {
  return (
    <>
      {!hasKeys && (
        <Note kind="warn" title="The console has no seal keys.">
          It can open no original, and keep no alert channel. Set SAGASCOPE_SEAL_KEYS, for workers
          too.
        </Note>
      )}
      {keys.some(({ state }) => state === "missing") && (
        <Note kind="bad" title="A key that has sealed something is not here.">
          What it sealed cannot be opened until the key is back in SAGASCOPE_SEAL_KEYS.
        </Note>
      )}
      {unsealedLetters > 0 && (
        <Note kind="info" className="max-w-180">
          Of {formatPlural(unsealedLetters, "open dead letter")} no original was kept: nothing had
          to be masked, or no key was there.
        </Note>
      )}
      <Card label="Seal keys" className="max-w-180">
        {keys.length === 0 ? (
          <EmptyState title="No key has sealed anything." because="filtered" />
        ) : (
          <Table caption="Seal keys">
            <thead>
              <tr>
                <Th>Key id</Th>
                <Th>State</Th>
                <Th end>Dead letters</Th>
                <Th end>Alert channels</Th>
              </tr>
            </thead>
            <tbody>
              {keys.map(({ keyId, state, letters, channels }) => (
                <Tr key={keyId}>
                  <Td className="mono font-strong">{keyId}</Td>
                  <Td>
                    <ToneChip tone={STATES[state].tone}>{STATES[state].words}</ToneChip>
                  </Td>
                  <Td end>{formatCount(letters)}</Td>
                  <Td end>{formatCount(channels)}</Td>
                </Tr>
              ))}
            </tbody>
          </Table>
        )}
      </Card>
      <p className="max-w-180 text-12 text-ink-3">
        A key that seals nothing may leave the ring.{" "}
        <code className="mono">sagascope seal-keys reseal</code> seals dead letters with the current
        one; a channel is sealed anew when it is saved.
      </p>
    </>
  );
}
