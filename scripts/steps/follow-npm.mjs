const POLL_MS = 250;

/**
 * Under `npm start`, stop as on SIGTERM when npm is killed. Signals do reach us through npm; its death does not, and
 * what somebody started with `npm start` must not outlive it.
 */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, POLL_MS);
  watching.unref();
}
