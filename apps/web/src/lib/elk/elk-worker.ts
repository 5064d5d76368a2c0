// ELK's own worker script answers the messages of `elk-api`; the first message says that it has been loaded.
import "elkjs/lib/elk-worker.min.js";

self.postMessage("ready");
