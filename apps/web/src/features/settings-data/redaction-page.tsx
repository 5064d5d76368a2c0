"use client";

import { PageTitle } from "@/ui/page-title.tsx";
import { RulesCard } from "./components/rules-card.tsx";
import { TryRedaction } from "./components/try-redaction.tsx";

/** What is masked where people look, by whose rules, and a place to try it out. */
export function RedactionPage() {
  return (
    <>
      <PageTitle
        title="Redaction"
        sub="contexts and calls by the rules of their machine, envelopes by everybody's"
      />
      <RulesCard />
      <TryRedaction />
    </>
  );
}
