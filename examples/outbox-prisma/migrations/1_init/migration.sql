CREATE TABLE "Order" (
    "id" INTEGER NOT NULL,
    "customer" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    CONSTRAINT "Order_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "OutboxMessage" (
    "id" BIGSERIAL NOT NULL,
    "topic" TEXT NOT NULL,
    "orderKey" TEXT,
    "payload" JSONB NOT NULL,
    "headers" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'pending',
    "availableAt" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "token" UUID,
    "owner" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "firstFailedAt" TIMESTAMPTZ(6),
    "lastError" TEXT,
    "createdAt" TIMESTAMPTZ(6) NOT NULL DEFAULT clock_timestamp(),
    "settledAt" TIMESTAMPTZ(6),
    CONSTRAINT "OutboxMessage_pkey" PRIMARY KEY ("id")
);

CREATE INDEX "OutboxMessage_status_id_idx" ON "OutboxMessage" ("status", "id");
CREATE INDEX "OutboxMessage_orderKey_id_idx" ON "OutboxMessage" ("orderKey", "id");
