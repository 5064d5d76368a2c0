import { askAddress, shownAddress } from "./check-reachable.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

/** Whether a console answers, and what it says of itself. */
export async function checkConsole(address: string): Promise<Finding> {
  const what = "console";
  const mend = "see that it runs, and that the address is right";
  try {
    const url = new URL("/api/health", address);
    const answer = await askAddress(url);
    if (answer.ok) return ok(what, `${url.origin} is well`);
    const { missing } = (await answer.json()) as { readonly missing?: string };
    const found = `${url.origin} answers ${answer.status}${missing ? `: no ${missing}` : ""}`;
    return warning(what, found, missing === "worker" ? "start a worker" : mend);
  } catch {
    return problem(what, `${shownAddress(address)} does not answer`, mend);
  }
}
