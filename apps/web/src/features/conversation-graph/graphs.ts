/** What the rest of the console may use of this feature. */
export { ConversationGraph } from "./view/conversation-graph.tsx";
