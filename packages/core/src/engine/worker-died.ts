/** Name of the error that stands for a worker that died while it handled something by itself. */
export const WORKER_DIED = "WorkerDied";
