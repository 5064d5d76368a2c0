/** One line of JSON on standard error; `facts` must hold no secret and no envelope data. */
export function logError(message: string, facts: Readonly<Record<string, unknown>>): void {
  console.error(
    JSON.stringify({ level: "error", time: new Date().toISOString(), message, ...facts }),
  );
}
