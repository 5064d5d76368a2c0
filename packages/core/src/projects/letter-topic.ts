const TOPIC_SUFFIX = ".dlq";

/** The topic on which the dead letters of a topic are announced: `orders` gives `orders.dlq`. */
export function letterTopic(topic: string): string {
  return `${topic}${TOPIC_SUFFIX}`;
}
