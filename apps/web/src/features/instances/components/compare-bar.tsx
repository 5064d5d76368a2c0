import { useRouter } from "next/navigation";
import { useKeys } from "@/lib/keys/use-keys.ts";
import { paths } from "@/lib/paths.ts";
import { Button } from "@/ui/button.tsx";
import { type ChosenInstance, readChoice } from "../compare-choice.ts";

/** Which instances are chosen, and the way to see two of them side by side. */
export function CompareBar(props: {
  readonly chosen: readonly ChosenInstance[];
  readonly onClear: () => void;
}) {
  const router = useRouter();
  const choice = readChoice(props.chosen);
  const compare = () =>
    choice.kind === "pair" && router.push(paths.compare({ a: choice.a, b: choice.b }));
  useKeys(
    choice.kind === "pair"
      ? [{ keys: "c", label: "compare the two that are chosen", group: "Lists", run: compare }]
      : [],
  );
  // The status stands from the beginning: only what comes into one that is there already is read out.
  const isAny = choice.kind !== "none";
  return (
    <div
      className={
        isAny
          ? "sticky bottom-0 z-2 flex flex-none flex-wrap items-center gap-x-2.5 gap-y-1 border-t border-line bg-surface-2 px-3.5 py-2 text-12"
          : "flex-none"
      }
    >
      <span role="status" className="font-strong">
        {isAny && choice.says}
      </span>
      {isAny && (
        <>
          <button type="button" className="link" onClick={props.onClear}>
            Clear
          </button>
          <Button
            size="sm"
            kind="solid"
            className="ml-auto"
            disabled={choice.kind !== "pair"}
            onClick={compare}
          >
            Compare
          </Button>
        </>
      )}
    </div>
  );
}
