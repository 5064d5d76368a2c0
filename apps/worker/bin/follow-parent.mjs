// Loaded into each child of `sagascope up` by --import: when the parent dies, however it dies, the channel to it
// closes, and the child stops as it would on SIGTERM.
const STOP_MS = 10_000;

// Programs that this one forks would inherit the option, and would then watch and unref the channel to this one.
const option = process.execArgv.indexOf(import.meta.url);
if (option > 0) process.execArgv.splice(option - 1, 2);

function stop() {
  setTimeout(() => process.exit(1), STOP_MS).unref();
  process.kill(process.pid, "SIGTERM");
}

if (process.connected) {
  process.channel.unref(); // must not keep a program alive that has nothing left to do
  process.on("disconnect", stop);
} else if (process.send) {
  stop(); // there was a channel: the parent died while this program was being loaded
}
