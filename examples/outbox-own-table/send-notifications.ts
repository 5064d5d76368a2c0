import { createOutboxRelay, type Logger, type OutboxRelay } from "@sagascope/core";
import type pg from "pg";
import { notificationStorage } from "./notification-storage.ts";

/** What a mail is made of. */
export interface PurchaseNotice {
  readonly purchase: number;
  readonly total: number;
}

/** Sends mail; throwing means that it is to be tried again. */
export type SendMail = (to: string, notice: PurchaseNotice) => Promise<void>;

/** A relay from the table `notification` to a mail server. Any number of processes may run one. */
export function sendNotifications(pool: pg.Pool, send: SendMail, logger?: Logger): OutboxRelay {
  return createOutboxRelay<PurchaseNotice>({
    storage: notificationStorage(pool),
    topics: ["mail"],
    publish: ({ key = "nobody", body }) => send(key, body),
    attemptsMax: 5,
    ...(logger === undefined ? {} : { logger }),
  });
}
