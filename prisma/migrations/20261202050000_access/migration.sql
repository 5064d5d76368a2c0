-- What this does to a live table: "user" gets a column with a constant default, which rewrites nothing; the rest is new tables.

-- Roles that an admin made, beside the built-in ones of the console.
CREATE TABLE sagascope.role (
  name        text PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9-]{0,39}$'),
  description text NOT NULL DEFAULT '',
  permissions text[] NOT NULL,
  machines    text[] NOT NULL DEFAULT '{}', -- empty: not limited to any
  created_by  text NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  updated_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The second factor of a person who signs in with a password; secret and codes are encrypted with the console's secret.
CREATE TABLE sagascope.two_factor (
  id                        text PRIMARY KEY,
  user_id                   text NOT NULL UNIQUE REFERENCES sagascope."user" (id) ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  verified                  boolean NOT NULL DEFAULT true,
  failed_verification_count integer NOT NULL DEFAULT 0,
  locked_until              timestamptz
);

ALTER TABLE sagascope."user" ADD COLUMN two_factor_enabled boolean NOT NULL DEFAULT false;

-- How often something was done in the present window, counted for all processes together. Not worth a write-ahead log: after a
-- crash of the server every window begins anew.
CREATE UNLOGGED TABLE sagascope.rate_limit (
  key       text PRIMARY KEY,
  used      integer NOT NULL,
  resets_at timestamptz NOT NULL
);
CREATE INDEX rate_limit_resets_idx ON sagascope.rate_limit (resets_at);
