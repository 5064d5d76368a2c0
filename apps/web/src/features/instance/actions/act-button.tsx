import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { useUrlParams } from "@/lib/use-url-params.ts";
import { QueryView } from "@/trpc/query-view.tsx";
import { useTRPC } from "@/trpc/react.tsx";
import { Button } from "@/ui/button.tsx";
import { Dialog, DialogHeader } from "@/ui/dialog.tsx";
import type { ActionPreview } from "../action-preview.ts";
import type { Moment } from "../instance.ts";
import { ActionDialog } from "./action-dialog.tsx";
import { likelyAction, readActionKind } from "./action-kinds.ts";

const PARAM = "act";

/** Opens the actions; which one is looked at stands in the URL. Who may not act is told so, and why. */
export function ActButton(props: {
  readonly moment: Moment;
  readonly renderPreview: (preview: ActionPreview) => ReactNode;
}) {
  const { moment, renderPreview } = props;
  const trpc = useTRPC();
  const url = useUrlParams();
  const me = useQuery(
    trpc.session.me.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  const kind = readActionKind(url.get(PARAM));
  const open = () => url.set({ [PARAM]: likelyAction(moment) });
  const close = () => url.set({ [PARAM]: undefined });
  useKeys([{ keys: "a", label: "act on it…", group: "Instance", run: open }]);
  const mayOperate = me.data?.permissions.includes("operate");
  return (
    <>
      <Button glyph="send" onClick={open}>
        Act…
      </Button>
      {kind !== undefined && mayOperate === true && (
        <ActionDialog
          moment={moment}
          kind={kind}
          onKind={(next) => url.set({ [PARAM]: next })}
          onClose={close}
          renderPreview={renderPreview}
        />
      )}
      {kind !== undefined && mayOperate === undefined && (
        <Dialog open onClose={close} label="Act on the instance">
          <DialogHeader title="Act on the instance" onClose={close} />
          <div className="px-5 py-4">
            <QueryView
              query={me}
              what="what you may do"
              consequence="You may be allowed to act all the same."
              rows={3}
            >
              {() => null}
            </QueryView>
          </div>
        </Dialog>
      )}
      {kind !== undefined && mayOperate === false && (
        <NotAllowed roleName={me.data?.role ?? "none"} onClose={close} />
      )}
    </>
  );
}

function NotAllowed(props: { readonly roleName: string; readonly onClose: () => void }) {
  return (
    <Dialog open onClose={props.onClose} label="You may not act on instances">
      <DialogHeader title="You may not act on instances" onClose={props.onClose} />
      <p className="px-5 py-4">
        Your role, {props.roleName}, is not allowed to. Sending events, resuming, skipping,
        cancelling, rewinding and migrating need a role that may operate; whoever manages the people
        of this console can give you one.
      </p>
    </Dialog>
  );
}
