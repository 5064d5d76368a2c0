import { Glyph } from "@/ui/glyph.tsx";
import { Time } from "@/ui/time.tsx";

/** Several evaluations missed: nobody watches. */
const SILENT_MS = 30_000;

/** Who evaluates the rules, and when it last did. */
export function WatchLine(props: {
  readonly watch: { readonly owner: string | undefined; readonly evaluatedAt: Date | undefined };
  readonly at: Date;
}) {
  const { owner, evaluatedAt } = props.watch;
  if (evaluatedAt === undefined || props.at.getTime() - evaluatedAt.getTime() > SILENT_MS) {
    return (
      <span role="alert" className="flex items-center gap-1.5 text-12 font-medium text-red">
        <Glyph name="alert" size="sm" />
        Nobody evaluates the rules
      </span>
    );
  }
  return (
    <span className="text-12 text-ink-3" title={owner}>
      evaluated <Time at={evaluatedAt} show="age" /> by{" "}
      {owner?.startsWith("console:") ? "the console" : "a worker"}
    </span>
  );
}
