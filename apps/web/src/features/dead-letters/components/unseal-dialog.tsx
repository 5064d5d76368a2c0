import { useMutation } from "@tanstack/react-query";
import { useTRPC } from "@/trpc/react.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Masked fields as they were sent: only here, only while this is open, and the audit says who saw which. */
export function UnsealDialog(props: {
  readonly letterId: string;
  readonly redacted: number;
  readonly onClose: () => void;
}) {
  const { letterId, redacted, onClose } = props;
  const trpc = useTRPC();
  // Nothing of it is kept after the dialog is closed.
  const unseal = useMutation(trpc.deadLetters.unseal.mutationOptions({ gcTime: 0 }));
  return (
    <ReasonDialog
      title={`Unseal ${redacted} masked ${redacted === 1 ? "field" : "fields"}`}
      says="They are shown here as they were sent. Who looked, why, and at which fields stands in the audit before anything is shown."
      button="Unseal"
      isPending={unseal.isPending}
      error={unseal.error}
      onConfirm={(reason) => unseal.mutate({ id: letterId, reason })}
      onClose={onClose}
      result={
        unseal.data && (
          <dl aria-label="Unsealed fields" className="grid gap-2.5 text-12">
            {unseal.data.length === 0 && <p className="text-ink-3">Nothing was masked.</p>}
            {unseal.data.map(({ path, value }) => (
              <div key={path}>
                <dt className="mono text-ink-3">{path}</dt>
                <dd>
                  {value === undefined ? (
                    <span className="text-ink-3">There is no such field in the original.</span>
                  ) : (
                    <JsonView value={value} widthMax={60} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )
      }
    />
  );
}
