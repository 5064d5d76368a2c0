import { parseSealKeys } from "@sagascope/core";
import { type Finding, ok, problem, warning } from "./finding.ts";

const SECRET_LENGTH_MIN = 32;

/** Keys that originals are sealed with. */
export function checkSealKeys(text: string | undefined): Finding {
  const what = "seal keys";
  if (text === undefined) {
    return warning(
      what,
      "none: originals of dead letters are not kept, so they cannot be replayed as they were sent",
      "set SAGASCOPE_SEAL_KEYS to what 'sagascope seal-keys new' prints",
    );
  }
  try {
    const { keyIds, currentKeyId } = parseSealKeys(text);
    return ok(what, `${keyIds.length}, of which '${currentKeyId}' seals`);
  } catch (error) {
    return problem(what, (error as Error).message, "make one with 'sagascope seal-keys new'");
  }
}

/** The secret that sessions are signed with. */
export function checkAuthSecret(secret: string | undefined): Finding {
  const what = "session secret";
  if (secret === undefined) {
    return ok(
      what,
      "not set here; 'sagascope up' makes one, a console by itself needs BETTER_AUTH_SECRET",
    );
  }
  const mend = "set BETTER_AUTH_SECRET to 32 or more random characters; everybody signs in anew";
  if (secret.length < SECRET_LENGTH_MIN)
    return problem(what, `only ${secret.length} characters`, mend);
  if (new Set(secret).size < 12) return warning(what, "few different characters", mend);
  return ok(what, `${secret.length} characters`);
}

/** Whether what browsers send can be read on the way. */
export function checkPublicUrl(url: string | undefined, host: string): Finding {
  const what = "public address";
  const isLocal = host === "127.0.0.1" || host === "localhost" || host === "::1";
  if (url === undefined) {
    if (isLocal) return ok(what, "this machine only");
    return warning(
      what,
      `the console listens on ${host}, without https`,
      "put a proxy with https in front and set SAGASCOPE_PUBLIC_URL to its address",
    );
  }
  if (url.startsWith("https:")) return ok(what, "https, so cookies go over it alone");
  const { hostname } = new URL(url);
  if (hostname === "localhost" || hostname === "127.0.0.1") return ok(what, "this machine");
  return warning(what, "http: passwords and cookies can be read on the way", "use https");
}
