import type { WakeReason, WakeUps } from "../../../engine/engine-stores.ts";
import type { Logger } from "../../../kernel/logger.ts";
import { listenOn } from "../listen-on.ts";
import { COMMANDS_CHANNEL, FEED_CHANNEL, WORK_CHANNEL, WORKERS_CHANNEL } from "./channels.ts";

/** What a notification is about; of the first nothing is said, since it may be anything. */
const ABOUT: Readonly<Record<string, WakeReason>> = {
  [WORK_CHANNEL]: "deliveries",
  [COMMANDS_CHANNEL]: "commands",
  [WORKERS_CHANNEL]: "workers",
};

/** LISTEN on a connection of its own, so that it is never busy with anything else. */
export function postgresWakeUps(
  connectionString: string,
  project: string,
  logger: Logger,
): WakeUps {
  return {
    listen: (onWake, onSession) =>
      listenOn({
        ...{ connectionString, logger, channels: [...Object.keys(ABOUT), FEED_CHANNEL] },
        onNotification({ channel, payload = "" }) {
          if (channel === FEED_CHANNEL) return onWake({ topic: payload });
          if (payload !== project && payload !== "") return;
          onWake(ABOUT[channel]);
        },
        onListening(pid) {
          onSession(pid);
          onWake(); // whatever was announced while nobody listened
        },
      }),
  };
}
