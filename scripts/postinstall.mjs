// Runs at the end of `npm install`. `npm start` and `npm test` do the same again, for installs without scripts.
import { ensurePrismaClient } from "./steps/prisma-client.mjs";

ensurePrismaClient();
