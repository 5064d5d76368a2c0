import { ODD_KEYS_NAME, oddKeys } from "@sagascope/core/odd-keys";
import superjson from "superjson";

superjson.registerCustom(oddKeys, ODD_KEYS_NAME);

/** How values travel between server and browser. */
export const wire = superjson;
