// Loaded into each child of `sagascope up` by --import: when the parent dies, however it dies, the channel to it
// closes, and the child stops as it would on SIGTERM.
const STOP_MS = 10_000;

if (process.channel) {
  process.channel.unref(); // must not keep a program alive that has nothing left to do
  process.on("disconnect", () => {
    setTimeout(() => process.exit(1), STOP_MS).unref();
    process.kill(process.pid, "SIGTERM");
  });
}
