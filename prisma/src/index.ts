export * from "../generated/client.ts";
export { makePrisma } from "./make-prisma.ts";
