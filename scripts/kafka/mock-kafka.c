// A Kafka-protocol server in memory on the loopback, for tests: librdkafka's mock cluster of one broker. It forgets everything when it ends.
//   mock-kafka [PORT]   prints the port that it listens on. PORT: what it tells clients that it listens on, where a proxy stands
//   before it. It ends with its standard input.
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **arguments) {
  char problem[256];
  rd_kafka_conf_t *settings = rd_kafka_conf_new();
  rd_kafka_conf_set(settings, "log_level", "0", problem, sizeof problem); // it would say that it has no server to talk to
  rd_kafka_t *client = rd_kafka_new(RD_KAFKA_PRODUCER, settings, problem, sizeof problem);
  if (!client) return fprintf(stderr, "%s\n", problem), 1;
  rd_kafka_mock_cluster_t *cluster = rd_kafka_mock_cluster_new(client, 1);
  if (!cluster) return fprintf(stderr, "no mock cluster\n"), 1;
  // A server waits for more consumers before the first of a group gets anything. Tests know who comes.
  rd_kafka_mock_group_initial_rebalance_delay_ms(cluster, 0);
  // Of groups whose partitions the server shares out: how soon its members hear of changes, and when they are taken for dead.
  rd_kafka_mock_set_group_consumer_heartbeat_interval_ms(cluster, 100);
  rd_kafka_mock_set_group_consumer_session_timeout_ms(cluster, 3000);
  rd_kafka_mock_set_controller_id(cluster, 1);
  if (count > 1) rd_kafka_mock_broker_set_host_port(cluster, 1, "127.0.0.1", atoi(arguments[1]));
  puts(strrchr(rd_kafka_mock_cluster_bootstraps(cluster), ':') + 1);
  fflush(stdout);
  while (getchar() != EOF) {}
  return 0; // and all of it goes with the process
}
