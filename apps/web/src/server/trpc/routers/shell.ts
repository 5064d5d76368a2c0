import { getShellCounts } from "../../reads/shell/get-shell-counts.ts";
import { readProcedure, router } from "../init.ts";

export const shellRouter = router({
  counts: readProcedure().query(({ ctx }) => getShellCounts(ctx)),
});
