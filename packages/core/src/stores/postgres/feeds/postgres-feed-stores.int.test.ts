import { afterAll, beforeAll, describe } from "vitest";
import { feedStoresContract } from "../../../feeds/feed-stores.contract.ts";
import { openPostgresFeedContract } from "../../../testing/postgres-feed-contract.ts";

describe("postgresFeedStores", () => {
  let contract: Awaited<ReturnType<typeof openPostgresFeedContract>>;
  beforeAll(async () => {
    contract = await openPostgresFeedContract();
  });
  afterAll(() => contract.close());

  feedStoresContract({ makeStores: () => contract.makeStores() });
});
