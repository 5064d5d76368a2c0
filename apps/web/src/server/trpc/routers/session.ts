import { isAllowed, PERMISSIONS } from "../../access/permissions.ts";
import { protectedProcedure, router } from "../init.ts";

export const sessionRouter = router({
  /** Who is signed in, and what this person may do: for showing or leaving out buttons, never for guarding them. */
  me: protectedProcedure("view").query(({ ctx: { actor } }) => ({
    ...actor,
    permissions: PERMISSIONS.filter((permission) => isAllowed(actor.role, permission)),
  })),
});
