import { Button } from "@/ui/button.tsx";
import { Chip } from "@/ui/chip.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import type { UserRow } from "./user-row.ts";

const STATES = {
  active: undefined,
  invited: { tone: "teal", word: "Invited" },
  disabled: { tone: "red", word: "Disabled" },
} as const;

/** One row a person. */
export function UsersTable(props: {
  readonly users: readonly UserRow[];
  readonly onChange: (user: UserRow) => void;
}) {
  return (
    <Table caption="Users">
      <thead>
        <tr>
          <Th>Name</Th>
          <Th>E-mail</Th>
          <Th>Role</Th>
          <Th>Signs in with</Th>
          <Th end className="max-drawer:hidden">
            Sessions
          </Th>
          <Th className="max-drawer:hidden">Last seen</Th>
          <Th>
            <span className="sr-only">Change</span>
          </Th>
        </tr>
      </thead>
      <tbody>
        {props.users.map((user) => (
          <UserCells key={user.id} user={user} onChange={() => props.onChange(user)} />
        ))}
      </tbody>
    </Table>
  );
}

function UserCells({ user, onChange }: { readonly user: UserRow; readonly onChange: () => void }) {
  const state = STATES[user.state];
  return (
    <Tr>
      <Td>
        <span className="inline-flex items-center gap-2">
          <b className="font-strong">{user.name}</b>
          {state && <Chip tone={state.tone}>{state.word}</Chip>}
        </span>
      </Td>
      <Td>{user.email}</Td>
      <Td>{user.role ?? <span className="text-ink-3">none</span>}</Td>
      <Td className="text-ink-2">
        {waysOf(user) || <span className="text-ink-3">nothing yet</span>}
      </Td>
      <Td end className="max-drawer:hidden">
        {user.sessions}
      </Td>
      <Td className="max-drawer:hidden">
        {user.lastSeenAt ? (
          <Time at={user.lastSeenAt} show="age" />
        ) : (
          <span className="text-ink-3">not signed in</span>
        )}
      </Td>
      <Td end>
        <Button size="sm" onClick={onChange} aria-label={`Change ${user.name}`}>
          Change…
        </Button>
      </Td>
    </Tr>
  );
}

function waysOf(user: UserRow): string {
  const ways = [
    user.hasPassword && (user.hasSecondFactor ? "password and code" : "password"),
    user.hasCompanySignIn && "single sign-on",
  ];
  return ways.filter(Boolean).join(", ");
}
