// Serves the built console: `node serve/main.mjs PORT HOST`.
import path from "node:path";
import next from "next";
import { createGuardedServer, stopServer } from "./guarded-server.mjs";

const [port = "3000", hostname = "127.0.0.1"] = process.argv.slice(2);
const proxies = Number(process.env.SAGASCOPE_PROXIES || 0);

const app = next({
  dev: false,
  dir: path.resolve(import.meta.dirname, ".."),
  hostname,
  port: Number(port),
});
await app.prepare();
const handle = app.getRequestHandler();
const server = createGuardedServer((request, response) => void handle(request, response), {
  proxies,
});
server.on("upgrade", (_request, socket) => socket.destroy()); // the console has no such protocol
server.listen(Number(port), hostname);

for (const signal of ["SIGTERM", "SIGINT"]) {
  process.on(signal, () => void stopServer(server).then(() => process.exit(0)));
}
