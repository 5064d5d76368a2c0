"use client";

import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { PasswordForm } from "./account/password-form.tsx";
import { SecondFactor } from "./account/second-factor.tsx";
import { Sessions } from "./account/sessions.tsx";

/** A person's own password, second factor and sessions. */
export function AccountPage() {
  const trpc = useTRPC();
  const query = useQuery(trpc.account.get.queryOptions());
  return (
    <>
      <PageTitle title="Account" />
      <QueryView query={query} what="the account" consequence="It is still there." rows={8}>
        {(account) => (
          <div className="grid max-w-260 grid-cols-1 items-start gap-3.5 drawer:grid-cols-2">
            <div className="flex min-w-0 flex-col gap-3.5">
              <Card label="You">
                <CardHeader title="You" />
                <KeyValues
                  className="px-3.5 py-2"
                  entries={[
                    ["Name", account.name],
                    ["E-mail", account.email],
                    ["Role", account.role],
                    ["Machines", account.machines.length > 0 ? account.machines.join(", ") : "all"],
                    ["Single sign-on", account.hasCompanySignIn ? "linked" : "not linked"],
                  ]}
                />
              </Card>
              {account.hasPassword ? (
                <>
                  <PasswordForm />
                  <SecondFactor isOn={account.hasSecondFactor} />
                </>
              ) : (
                <Note kind="info" title="You have no password here.">
                  Password and second factor are your company's sign-in's.
                </Note>
              )}
            </div>
            <Sessions />
          </div>
        )}
      </QueryView>
    </>
  );
}
