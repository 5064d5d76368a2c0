import { serveTRPC } from "@/server/trpc/serve-trpc.ts";

export const dynamic = "force-dynamic";

export { serveTRPC as GET, serveTRPC as POST };
