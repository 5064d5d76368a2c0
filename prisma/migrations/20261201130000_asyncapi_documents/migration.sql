-- What this does to a live table: nothing, it only creates one. Workers fill it when they start.

-- AsyncAPI documents: of each registered chart version, of each project as a whole, and those of other people's services.
CREATE TABLE sagascope.asyncapi_document (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind          text NOT NULL CHECK (kind IN ('machine', 'system', 'import')),
  name          text NOT NULL, -- the machine, the project, or what the service is called
  project       text,          -- null for imports: they belong to nobody's code
  chart_id      integer REFERENCES sagascope.machine_version (id),
  version       text NOT NULL, -- as the document says
  content_hash  text NOT NULL, -- of the chart's id and the document: equal ones are one row
  document      json NOT NULL,
  passages      json NOT NULL DEFAULT '[]', -- topic, type and way of each message, so that services are known by them
  hidden        boolean NOT NULL DEFAULT false, -- left out of public pages
  actor         text,          -- who imported it
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  current_at    timestamptz NOT NULL DEFAULT clock_timestamp(), -- the newest of a name is what holds now
  UNIQUE (kind, name, content_hash)
);
CREATE INDEX asyncapi_document_current_idx ON sagascope.asyncapi_document (kind, name, current_at DESC);
CREATE INDEX asyncapi_document_chart_idx ON sagascope.asyncapi_document (chart_id);
