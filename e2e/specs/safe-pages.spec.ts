import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "../fixtures/house.ts";
import { expect, test } from "../fixtures/test.ts";

const STATIC = path.join(ROOT, "apps/web/.next/static");
/** Where code reads or declares a setting; the name of one inside a sentence is for people. */
const SETTING_IN_CODE = /[.[{,"'`]SAGASCOPE_[A-Z_]+|SAGASCOPE_[A-Z_]+["'`]?\s*[:=\]]/;

/** Texts that have hurt somebody, in every part of an event that may hold a text. */
const MARKUP = [
  "<script>window.__pwned=1</script>",
  '"><img src=x onerror="window.__pwned=1">',
  "<svg/onload=window.__pwned=1>",
  "</script><script>window.__pwned=1</script>",
  "{{constructor.constructor('window.__pwned=1')()}}",
  "'; DROP TABLE sagascope.instance; --",
];

test("no page runs or draws what is in an event: it is text", async ({ page, house }) => {
  const events = MARKUP.map((text, at) => ({
    specversion: "1.0",
    id: `${text}-${at}`,
    type: at % 2 === 0 ? "shop.order.place" : `shop.${at}.${text}`,
    source: `/${encodeURIComponent(text)}`,
    subject: `hostile-${at}${text}`,
    correlationid: `c-${at}${text}`,
    data: { [text]: text, list: [text], total: text, nested: { html: text } },
  }));
  for (const event of events) {
    const answer = await fetch(`${house.url}/api/events/commands`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${house.ingestToken}`,
        "content-type": "application/cloudevents+json",
      },
      body: JSON.stringify(event),
    });
    expect([202, 400]).toContain(answer.status);
  }
  const alarms: string[] = [];
  page.on("dialog", (dialog) => {
    alarms.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) alarms.push(message.text());
  });
  const places = [
    "/",
    "/instances?q=hostile",
    "/dead-letters",
    "/conversations",
    "/choreography",
    "/audit",
    "/pipes",
    `/search?q=${encodeURIComponent("hostile-1")}`,
    ...events.flatMap(({ subject, correlationid }) => [
      `/search?q=${encodeURIComponent(subject)}`,
      `/conversations/${encodeURIComponent(correlationid)}`,
    ]),
  ];
  for (const place of places) {
    await page.goto(place);
    await expect(page.getByRole("main")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText("Reading");
    expect(await page.evaluate("'__pwned' in window"), place).toBe(false);
    expect(await page.locator("img[src=x], main script, svg[onload]").count(), place).toBe(0);
  }
  await page.goto("/dead-letters");
  await expect(page.getByText("hostile-", { exact: false }).first()).toBeVisible();
  expect(alarms).toEqual([]);
});

test("answers carry a policy that runs no script but ours, and can stand in no frame", async ({
  page,
}) => {
  const [one, other] = [await page.goto("/instances"), await page.goto("/instances")];
  const policies = [one, other].map((answer) => answer?.headers()["content-security-policy"] ?? "");
  expect(policies[0]).toMatch(/script-src 'self' 'nonce-[^']+' 'strict-dynamic'(;|$)/);
  expect(policies[0]).not.toBe(policies[1]);
  expect(one?.headers()["x-frame-options"]).toBe("DENY");
  expect(one?.headers()["x-content-type-options"]).toBe("nosniff");
  await page.evaluate(`
    const box = document.createElement("div");
    box.innerHTML = "<img src=x onerror='window.__pwned=1'>";
    document.body.append(box)`);
  await expect
    .poll(() => page.evaluate("document.querySelector('img[src=x]').complete"))
    .toBe(true);
  expect(await page.evaluate("'__pwned' in window")).toBe(false);
});

test("the session's cookie is out of reach of scripts and of other sites", async ({
  page,
  context,
}) => {
  await page.goto("/instances");
  const cookies = (await context.cookies()).filter(({ name }) => name.includes("session"));
  expect(cookies.length).toBeGreaterThan(0);
  for (const { httpOnly, sameSite } of cookies) {
    expect(httpOnly).toBe(true);
    expect(sameSite).toBe("Lax");
  }
  expect(await page.evaluate("document.cookie")).not.toContain("session");
});

test("a sign-in whose scripts have not come sends no password anywhere, least of all in an address", async ({
  browser,
  baseURL,
}) => {
  const nobody = { cookies: [], origins: [] };
  const context = await browser.newContext({ baseURL: baseURL ?? "", storageState: nobody });
  const page = await context.newPage();
  await page.route("**/*.js", (route) => route.abort());
  const asked: string[] = [];
  await page.goto("/sign-in");
  page.on("request", (request) => asked.push(request.url()));
  await page.getByLabel("E-mail").fill("mara@example.com");
  await page.getByLabel("Password").fill("a long secret of hers");
  await page.getByLabel("Password").press("Enter");
  await expect(page.getByRole("button", { name: "Sign in" })).toBeDisabled();
  await page.evaluate("document.forms[0].submit()"); // what stands behind the disabled button: a form that posts
  await page.waitForLoadState();
  expect(asked.join(" ")).not.toContain("secret");
  expect(page.url()).not.toContain("?");
  await context.close();
});

test("no script or style that browsers load holds a secret, or code that only the server needs", async ({
  house,
}) => {
  const secrets = ["auth.secret", "seal.keys", "ingest.token"].map((file) =>
    readFileSync(path.join(house.dataDir, file), "utf8").trim(),
  );
  const keys = secrets.flatMap((text) => text.split(/[,:]/)).filter((part) => part.length >= 16);
  const { databaseUrl } = JSON.parse(
    readFileSync(path.join(house.dataDir, "running.json"), "utf8"),
  );
  const { password } = new URL(databaseUrl);
  const ours = ["INSERT INTO sagascope", "BETTER_AUTH_SECRET", "DATABASE_URL", "node:crypto"];
  const files = readdirSync(STATIC, { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(js|css|json|map)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(10);
  expect(keys.length).toBeGreaterThanOrEqual(3);
  const maps = files.filter((file) => file.endsWith(".map")); // the bundler may leave an empty one
  for (const file of maps) {
    const { sources, sections } = JSON.parse(readFileSync(path.join(STATIC, file), "utf8"));
    expect({ sources, sections }, file).toEqual({ sources: [], sections: [] });
  }
  for (const file of files) {
    const text = readFileSync(path.join(STATIC, file), "utf8");
    const found = [...keys, ...(password ? [password] : []), ...ours].filter((secret) =>
      text.includes(secret),
    );
    expect(found, file).toEqual([]);
    expect(SETTING_IN_CODE.exec(text)?.[0], file).toBeUndefined();
  }
});
