import { DOCUMENT_BYTES_MAX } from "@sagascope/core";
import {
  arePagesPublic,
  forgetImport,
  fromPg,
  fromPgPool,
  setPagesPublic,
} from "@sagascope/core/postgres";
import { z } from "zod";
import { importService } from "../../documents/import-service.ts";
import { getChanges } from "../../reads/asyncapi/get-changes.ts";
import { getDocument } from "../../reads/asyncapi/get-document.ts";
import { listDocuments } from "../../reads/asyncapi/list-documents.ts";
import { listTraffic } from "../../reads/asyncapi/list-traffic.ts";
import { validateDocument } from "../../reads/asyncapi/validate-document.ts";
import { protectedProcedure, readProcedure, router } from "../init.ts";

const subject = z.object({
  kind: z.enum(["machine", "system", "import"]),
  name: z.string().min(1).max(200),
});
const key = subject.extend({ documentId: z.int32().optional() });

export const asyncapiRouter = router({
  /** Every document that is kept. */
  list: readProcedure().query(({ ctx }) => listDocuments(ctx)),

  /** The present document of something, or another version of it. */
  get: readProcedure()
    .input(key)
    .query(({ ctx, input }) => getDocument(ctx, input)),

  /** Whether that document is AsyncAPI. Apart from it, since the first check of a process takes a second or two. */
  validity: readProcedure()
    .input(key)
    .query(async ({ ctx, input }) => validateDocument((await getDocument(ctx, input)).json)),

  /** What changed since the version before, or since another. */
  changes: readProcedure()
    .input(key.extend({ sinceId: z.int32().optional() }))
    .query(({ ctx, input }) => getChanges(ctx.pool, input)),

  /** How often the messages came and went, with examples. */
  traffic: readProcedure()
    .input(subject)
    .query(({ ctx, input }) => listTraffic(ctx, input.kind, input.name)),

  /** Keep the document of somebody else's service. */
  import: protectedProcedure("administer")
    .input(
      z.object({
        text: z.string().max(DOCUMENT_BYTES_MAX),
        name: z.string().trim().max(100).optional(),
      }),
    )
    .mutation(async ({ ctx, input }) => {
      const answer = await importService(ctx.pool, ctx.actor, input);
      ctx.reads.clear();
      return answer;
    }),

  /** Forget the imported document of a service, every version of it. */
  forget: protectedProcedure("administer")
    .input(z.object({ name: z.string().min(1).max(200) }))
    .mutation(async ({ ctx, input }) => {
      const versions = await forgetImport(fromPgPool(ctx.pool), input.name, ctx.actor.email);
      ctx.reads.clear();
      return { versions };
    }),

  /** Whether anybody may read the documents without signing in. */
  isPublic: readProcedure().query(({ ctx }) => arePagesPublic(fromPg(ctx.pool))),

  /** Open the documents to anybody, or close them again. */
  setPublic: protectedProcedure("administer")
    .input(z.object({ isPublic: z.boolean() }))
    .mutation(async ({ ctx, input }) => {
      await setPagesPublic(fromPgPool(ctx.pool), input.isPublic, ctx.actor.email);
      ctx.reads.clear();
    }),
});
