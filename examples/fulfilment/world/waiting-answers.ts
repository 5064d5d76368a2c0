import type { ServerResponse } from "node:http";
import { COMPANIES, type Company, type WorldConditions } from "./conditions.ts";

/** Answers that a company lets somebody wait for. */
export interface WaitingAnswers {
  /** Send it after so long, unless whoever asked has gone by then. */
  hold(path: string, response: ServerResponse, afterMs: number, send: () => void): void;
  /** A company that became quicker lets nobody wait longer than it does now. */
  hurry(before: WorldConditions, now: WorldConditions): void;
}

export function createWaitingAnswers(): WaitingAnswers {
  const waiting = new Map<ServerResponse, { readonly path: string; sendIn(ms: number): void }>();

  return {
    hold(path, response, afterMs, send) {
      let timer = setTimeout(send, afterMs);
      const sendIn = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(send, ms);
      };
      waiting.set(response, { path, sendIn });
      response.once("close", () => {
        clearTimeout(timer);
        waiting.delete(response);
      });
    },
    hurry(before, now) {
      const quicker = (company: Company) =>
        now[company].latencyMaxMs < before[company].latencyMaxMs;
      for (const company of COMPANIES.filter(quicker)) {
        for (const { path, sendIn } of waiting.values()) {
          if (path.startsWith(`${company}/`)) sendIn(now[company].latencyMaxMs);
        }
      }
    },
  };
}
