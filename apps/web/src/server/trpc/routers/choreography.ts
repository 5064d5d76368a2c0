import { getChoreography } from "../../reads/choreography/get-choreography.ts";
import { readProcedure, router } from "../init.ts";

export const choreographyRouter = router({
  /** Who tells whom what: charts, routes and the traffic of the last day. */
  get: readProcedure().query(({ ctx }) => getChoreography(ctx.prisma)),
});
