import { Sparkline } from "@/ui/sparkline.tsx";
import { Td } from "@/ui/table.tsx";
import type { TrendValue } from "@/ui/trend-runs.ts";

/** A cell with how much waited as far back as the page looks; nothing where nothing did. */
export function TrendCell(props: {
  readonly values: readonly TrendValue[] | undefined;
  readonly isBad?: boolean;
}) {
  return (
    <Td className={props.isBad ? "text-red" : "text-ink-3"}>
      {props.values ? (
        <Sparkline values={props.values} height={18} from={0} className="min-w-16" />
      ) : (
        <span className="sr-only">nothing waited</span>
      )}
    </Td>
  );
}
