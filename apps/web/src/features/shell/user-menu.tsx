"use client";

import { paths } from "../../lib/paths.ts";
import { Glyph } from "../../ui/glyph.tsx";
import { Menu, MenuItem, MenuSeparator } from "../../ui/menu.tsx";
import { initialsOf, type ShellUser } from "./nav-entry.ts";

/** Who is signed in, the list of keys and the way out. */
export function UserMenu(props: {
  readonly user: ShellUser;
  readonly auditHref?: string;
  readonly onKeys: () => void;
  readonly onSignOut?: () => void;
}) {
  const { user, auditHref, onKeys, onSignOut } = props;
  return (
    <Menu
      side="up"
      buttonClassName="mt-1.5 flex h-10 items-center gap-[9px] rounded-2 px-1.5 hover:bg-surface-3 group-open/menu:bg-surface-3"
      button={<UserButton user={user} />}
    >
      <div className="-mx-[5px] mb-[5px] border-b border-line px-3.5 pt-[5px] pb-2 leading-[18px]">
        <b className="font-strong">{user.name}</b>
        <span className="block truncate text-11 text-ink-3">
          {user.email}, {user.role}
        </span>
      </div>
      <MenuItem glyph="user" href="/settings/account">
        Account
      </MenuItem>
      {auditHref && (
        <MenuItem glyph="audit" href={paths.audit({ actor: user.email })}>
          What I did
        </MenuItem>
      )}
      <MenuItem glyph="keyboard" keys="?" onSelect={onKeys}>
        Keys
      </MenuItem>
      {onSignOut && (
        <>
          <MenuSeparator />
          <MenuItem glyph="external" onSelect={onSignOut}>
            Sign out
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function UserButton({ user }: { readonly user: ShellUser }) {
  return (
    <>
      <span
        aria-hidden="true"
        className="grid size-6 flex-none place-items-center rounded-full bg-surface-3 text-[10px] font-semibold text-ink-2 inset-ring inset-ring-line-strong"
      >
        {initialsOf(user.name)}
      </span>
      <span className="min-w-0 flex-1 leading-[15px] max-wide:sr-only">
        <b className="block truncate text-12 leading-[15px] font-strong">{user.name}</b>
        <small className="text-11 leading-[15px] text-ink-3">{user.role}</small>
      </span>
      <Glyph name="updown" size="sm" className="max-wide:hidden" />
    </>
  );
}
