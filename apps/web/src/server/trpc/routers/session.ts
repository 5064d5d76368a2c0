import { router, selfProcedure } from "../init.ts";

export const sessionRouter = router({
  /** Who is signed in, and what this person may do: for showing or leaving out buttons, never for guarding them. */
  me: selfProcedure.query(({ ctx: { actor } }) => actor),
});
