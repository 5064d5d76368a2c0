"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AdminAction, ForAdmins } from "@/trpc/for-admins.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { ChangeUser } from "./users/change-user.tsx";
import { InviteUser } from "./users/invite-user.tsx";
import type { UserRow } from "./users/user-row.ts";
import { UsersTable } from "./users/users-table.tsx";

/** Who may sign in, and what they may do. */
export function UsersPage() {
  const [dialog, setDialog] = useState<{ readonly user?: UserRow }>();
  return (
    <>
      <PageTitle
        title="Users"
        actions={
          <AdminAction>
            <Button kind="solid" glyph="plus" onClick={() => setDialog({})}>
              Invite somebody
            </Button>
          </AdminAction>
        }
      />
      <ForAdmins what="who may sign in">
        <Users onChange={(user) => setDialog({ user })} />
        <InviteUser
          open={dialog !== undefined && !dialog.user}
          onClose={() => setDialog(undefined)}
        />
        <ChangeUser user={dialog?.user} onClose={() => setDialog(undefined)} />
      </ForAdmins>
    </>
  );
}

function Users({ onChange }: { readonly onChange: (user: UserRow) => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.users.list.queryOptions());
  return (
    <Card label="Users" className="overflow-x-auto">
      <QueryView query={query} what="users" consequence="There may be some." rows={6}>
        {({ users, more }) => (
          <>
            <UsersTable users={users} onChange={onChange} />
            {more && (
              <Note kind="info">There are more than the {users.length} that are shown.</Note>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
}
