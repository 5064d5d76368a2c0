import path from "node:path";
import type { NextConfig } from "next";
import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";

/** How the console is built: workspace packages are compiled with it, database drivers stay outside the bundle. */
const config = (phase: string): NextConfig => ({
  reactStrictMode: true,
  poweredByHeader: false,
  devIndicators: false,
  transpilePackages: ["@sagascope/core", "@sagascope/database"],
  serverExternalPackages: [
    ...["pg", "@prisma/client", "@prisma/adapter-pg", "@asyncapi/parser", "nodemailer"],
    // Brokers' clients: only workers use them, and they need not be installed.
    ...["redis", "ioredis", "amqplib", "@nats-io/jetstream", "@nats-io/transport-node"],
    "@aws-sdk/client-sqs",
  ],
  turbopack: { root: path.resolve(import.meta.dirname, "../..") },
  // `page.dev.tsx` is a page only while developing: the specimens of states and charts.
  pageExtensions: phase === PHASE_DEVELOPMENT_SERVER ? ["dev.tsx", "tsx", "ts"] : ["tsx", "ts"],
  // The types are checked by `npm run check`; a build at the first `npm start` should not pay for it again.
  typescript: { ignoreBuildErrors: true },
  headers: async () => [
    { source: "/:path*", headers: SAFE_HEADERS },
    { source: "/((?!asyncapi-viewer/).*)", headers: [NO_FRAMES] },
  ],
});

/** Only the official AsyncAPI viewer may stand in a frame, which its own policy limits to ours. */
const NO_FRAMES = { key: "x-frame-options", value: "DENY" };

/** For every answer; the policy about scripts is made for each page by `proxy.ts`. */
const SAFE_HEADERS = [
  { key: "x-content-type-options", value: "nosniff" },
  { key: "referrer-policy", value: "same-origin" },
  { key: "cross-origin-opener-policy", value: "same-origin" },
  { key: "permissions-policy", value: "camera=(), geolocation=(), microphone=(), payment=()" },
];

export default config;
