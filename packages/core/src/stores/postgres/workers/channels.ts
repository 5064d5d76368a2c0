/** Deliveries for a project; the payload is the project's name, as in the next two. */
export const WORK_CHANNEL = "sagascope_work";
/** Operators ask for something. */
export const COMMANDS_CHANNEL = "sagascope_commands";
/** Workers of a project came or left, or gave shards away. */
export const WORKERS_CHANNEL = "sagascope_workers";
/** Something to be numbered on a topic that feeds read; the payload is the topic. */
export const FEED_CHANNEL = "sagascope_feed";
/** Something that screens show has changed; the payload says what, as a hint. */
export const CHANGE_CHANNEL = "sagascope_change";
