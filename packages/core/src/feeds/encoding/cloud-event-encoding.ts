import type { FeedEncoding } from "./feed-encoding.ts";

const CONTENT_TYPE = "application/cloudevents+json";
const BATCH_CONTENT_TYPE = "application/cloudevents-batch+json";

/**
 * CloudEvents 1.0, structured JSON: the envelope byte for byte as it was sent. The message id is source and id, which together
 * are unique by CloudEvents 1.0 §3.1.
 */
export const cloudEventEncoding: FeedEncoding = {
  batchContentType: BATCH_CONTENT_TYPE,
  encode: ({ id, source, type, subject, envelope }) => {
    const messageId = `${source}#${id}`;
    return {
      messageId,
      contentType: CONTENT_TYPE,
      body: envelope,
      fields: [
        ["messageId", messageId],
        ["contentType", CONTENT_TYPE],
        ["type", type],
        ...(subject === "" ? [] : [["subject", subject] as const]),
        ["event", envelope],
      ],
    };
  },
};
