import { Sparkline } from "@/ui/sparkline.tsx";
import { Td } from "@/ui/table.tsx";

/** A cell with how much waited in the last hour; nothing where nothing did. */
export function TrendCell(props: {
  readonly values: readonly number[] | undefined;
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
