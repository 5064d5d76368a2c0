"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AdminAction, ForAdmins } from "@/trpc/for-admins.tsx";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Card } from "@/ui/card.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { PERMISSION_WORDS } from "./roles/permission-words.ts";
import { RoleDialog } from "./roles/role-dialog.tsx";
import type { RoleRow } from "./roles/role-row.ts";

/** What people may do, by the name of their role. */
export function RolesPage() {
  const [dialog, setDialog] = useState<{ readonly role?: RoleRow }>();
  return (
    <>
      <PageTitle
        title="Roles"
        actions={
          <AdminAction>
            <Button kind="solid" glyph="plus" onClick={() => setDialog({})}>
              New role
            </Button>
          </AdminAction>
        }
      />
      <ForAdmins what="roles">
        <Roles onChange={(role) => setDialog({ role })} />
        <RoleDialog
          open={dialog !== undefined}
          role={dialog?.role}
          onClose={() => setDialog(undefined)}
        />
      </ForAdmins>
    </>
  );
}

function Roles({ onChange }: { readonly onChange: (role: RoleRow) => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.roles.list.queryOptions());
  return (
    <Card label="Roles" className="overflow-x-auto">
      <QueryView query={query} what="roles" consequence="There may be some." rows={4}>
        {(roles) => (
          <Table caption="Roles">
            <thead>
              <tr>
                <Th>Role</Th>
                <Th>May</Th>
                <Th>Machines</Th>
                <Th end>People</Th>
                <Th>
                  <span className="sr-only">Change</span>
                </Th>
              </tr>
            </thead>
            <tbody>
              {roles.map((role) => (
                <RoleCells key={role.name} role={role} onChange={() => onChange(role)} />
              ))}
            </tbody>
          </Table>
        )}
      </QueryView>
    </Card>
  );
}

function RoleCells({ role, onChange }: { readonly role: RoleRow; readonly onChange: () => void }) {
  const may = role.permissions.map((each) => PERMISSION_WORDS[each]).join(", ");
  return (
    <Tr>
      <Td className="py-1.5 align-top">
        <b className="font-strong">{role.name}</b>
      </Td>
      <Td className="py-1.5 align-top whitespace-normal!">
        {role.description && <span className="block">{role.description}</span>}
        <span className="text-ink-3">{may}</span>
      </Td>
      <Td className="py-1.5 align-top whitespace-normal!">
        {role.machines.length > 0 ? (
          <span className="mono">{role.machines.join(", ")}</span>
        ) : (
          <span className="text-ink-3">all</span>
        )}
      </Td>
      <Td end className="py-1.5 align-top">
        {role.people}
      </Td>
      <Td end className="py-1.5 align-top">
        {role.isBuiltIn ? (
          <span className="text-ink-3">built in</span>
        ) : (
          <Button size="sm" onClick={onChange} aria-label={`Change ${role.name}`}>
            Change…
          </Button>
        )}
      </Td>
    </Tr>
  );
}
