import { createOutboxRelay, type Logger, type OutboxRelay } from "@sagascope/core";
import { fromPgPool, outboxWakeUps, postgresOutbox } from "@sagascope/core/postgres";
import type pg from "pg";
import { outboxTable } from "./outbox-table.ts";
import { type KafkaProducer, publishToKafka } from "./publish-to-kafka.ts";

/** Hands what is written to the table on to Kafka, as soon as it is committed. Any number of processes may run one. */
export function relayToKafka(
  pool: pg.Pool,
  connectionString: string,
  producer: KafkaProducer,
  logger?: Logger,
): OutboxRelay {
  return createOutboxRelay({
    storage: postgresOutbox(fromPgPool(pool), outboxTable),
    publish: publishToKafka(producer),
    wakeUps: outboxWakeUps(outboxTable, { connectionString }),
    ...(logger === undefined ? {} : { logger }),
  });
}
