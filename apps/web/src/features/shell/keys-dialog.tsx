"use client";

import type { KeyBinding } from "../../lib/keys/key-sequence.ts";
import { useRegisteredKeys } from "../../lib/keys/use-keys.ts";
import { Label } from "../../ui/card.tsx";
import { Dialog, DialogHeader } from "../../ui/dialog.tsx";
import { Kbd } from "../../ui/kbd.tsx";

/** All keys that work on the page at hand, by group. */
export function KeysDialog(props: { readonly open: boolean; readonly onClose: () => void }) {
  const groups = groupsOf(useRegisteredKeys());
  return (
    <Dialog open={props.open} onClose={props.onClose} label="Keys" className="m-auto w-[620px]">
      <DialogHeader title="Keys" sub="on this page" onClose={props.onClose} />
      <div className="columns-1 gap-8 overflow-y-auto px-5 py-4 narrow:columns-2">
        {groups.map(([group, bindings]) => (
          <div key={group} className="mb-4 break-inside-avoid">
            <Label className="mb-1">{group}</Label>
            {bindings.map(({ keys, label }) => (
              <div key={keys} className="flex h-7 items-center justify-between gap-3 text-12">
                {label}
                <Kbd keys={keys.replace("Mod+", "Meta ").replace("Alt+", "Alt ")} />
              </div>
            ))}
          </div>
        ))}
      </div>
    </Dialog>
  );
}

function groupsOf(bindings: readonly KeyBinding[]): readonly [string, readonly KeyBinding[]][] {
  const latest = new Map(bindings.map((binding) => [binding.keys, binding]));
  const groups = new Map<string, KeyBinding[]>();
  for (const binding of latest.values()) {
    groups.set(binding.group, [...(groups.get(binding.group) ?? []), binding]);
  }
  return [...groups];
}
