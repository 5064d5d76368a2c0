import { describe } from "vitest";
import { testForAdmins } from "@/trpc/testing/for-admins.tsx";
import { type ReadPage, testReadStates } from "@/trpc/testing/read-states.tsx";
import type { Channel } from "./alert-words.ts";
import { ChannelsPage } from "./channels-page.tsx";

const CHANNEL: Channel = {
  id: "1",
  name: "on call",
  kind: "webhook",
  settings: { url: "https://hooks.example.com/on-call" },
  updatedAt: new Date(0),
};
const read: ReadPage = {
  page: <ChannelsPage />,
  path: "alerts.channels",
  unreadable: "Channels",
  consequence: "Some may be there.",
  answer: [CHANNEL],
  shown: "on call",
  none: { answer: [], words: "Alerts go nowhere yet." },
};

describe("ChannelsPage", () => {
  testReadStates(read);
  testForAdmins(read, "alert channels");
});
