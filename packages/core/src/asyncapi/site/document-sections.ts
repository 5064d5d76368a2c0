import type { JsonObject } from "../../kernel/json.ts";
import { type MessageData, messageData } from "../message-data.ts";
import type { Outline, OutlineMessage } from "../outline.ts";
import { type Html, html } from "./html.ts";

const ORIGINS = {
  declared: "as declared",
  inferred: "inferred from real envelopes; nobody declared it",
  named: "the chart names the fields and not their types",
  any: "any object: nobody declared a field",
} as const satisfies Record<MessageData["origin"], string>;

/** The address of a message on its page. */
export function anchorOf({ key }: Pick<OutlineMessage, "key">): string {
  return `message-${key}`;
}

/** What is sent or received, each message with its data and an example. */
export function messagesSection(
  document: JsonObject,
  title: string,
  messages: readonly OutlineMessage[],
): Html | string {
  if (messages.length === 0) return "";
  return html`<section><h2>${title}</h2>${messages.map((each) => messageArticle(document, each))}</section>`;
}

function messageArticle(document: JsonObject, message: OutlineMessage): Html {
  const data = messageData(document, message);
  const [example] = message.examples;
  const topic = message.topic ?? "no topic yet";
  return html`<article>
<h3 id="${anchorOf(message)}"><a href="#${anchorOf(message)}"><code>${message.type}</code></a></h3>
<p class="sub">${message.summary} Topic <code>${topic}</code>. ${partyWords(message)}${data.isEnvelope ? "CloudEvents 1.0, JSON." : message.contentType}</p>
${fieldsTable(data)}
${example === undefined ? "" : html`<details><summary>Example</summary>${jsonBlock(example)}</details>`}
${Object.keys(message.bindings).length === 0 ? "" : html`<details><summary>On its broker</summary>${jsonBlock(message.bindings)}</details>`}
</article>
`;
}

function partyWords({ parties, direction }: OutlineMessage): string {
  if (parties.length === 0) return "";
  return `${direction === "sends" ? "Sent" : "Taken"} by ${parties.join(", ")}. `;
}

function fieldsTable({ fields, origin, isCut }: MessageData): Html {
  const origins = html`<p class="sub">Data: ${ORIGINS[origin]}.</p>`;
  if (fields.length === 0) return origins;
  const rows = fields.map(
    ({ path, type, isRequired, meaning }) =>
      html`<tr><td><code>${path}</code></td><td>${type}</td><td>${isRequired ? "required" : "optional"}</td><td>${meaning}</td></tr>
`,
  );
  return html`${origins}<div class="wide"><table><thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Need</th><th scope="col">Meaning</th></tr></thead><tbody>
${rows}</tbody></table></div>${isCut ? html`<p class="sub">The first fields; there are more.</p>` : ""}`;
}

/** The topics and what passes through them. */
export function channelsSection({ channels, messages }: Outline): Html | string {
  if (channels.length === 0) return "";
  const rows = channels.map(({ key, address, description, bindings }) => {
    const passing = messages
      .filter(({ channel }) => channel === key)
      .map((each) => html`<a href="#${anchorOf(each)}"><code>${each.type}</code></a> `);
    const broker =
      Object.keys(bindings).length === 0
        ? ""
        : html`<details><summary>On its broker</summary>${jsonBlock(bindings)}</details>`;
    return html`<tr><td><code>${address ?? "no topic yet"}</code></td><td>${description ?? ""}${broker}</td><td>${passing}</td></tr>
`;
  });
  return html`<section><h2>Channels</h2><div class="wide"><table><thead><tr><th scope="col">Topic</th><th scope="col">What passes</th><th scope="col">Messages</th></tr></thead><tbody>
${rows}</tbody></table></div></section>`;
}

/** The brokers. */
export function serversSection({ servers }: Outline): Html | string {
  if (servers.length === 0) return "";
  const rows = servers.map(
    ({ name, host, protocol, description }) =>
      html`<tr><td><code>${name}</code></td><td><code>${host}</code></td><td>${protocol}</td><td>${description ?? ""}</td></tr>
`,
  );
  return html`<section><h2>Servers</h2><div class="wide"><table><thead><tr><th scope="col">Name</th><th scope="col">Host</th><th scope="col">Protocol</th><th scope="col">What it is</th></tr></thead><tbody>
${rows}</tbody></table></div></section>`;
}

/** The schemas that messages share. */
export function schemasSection({ schemas }: Outline): Html | string {
  const entries = Object.entries(schemas);
  if (entries.length === 0) return "";
  const blocks = entries.map(
    ([name, schema]) =>
      html`<details id="schema-${name}"><summary><code>${name}</code></summary>${jsonBlock(schema)}</details>
`,
  );
  return html`<section><h2>Schemas</h2>${blocks}</section>`;
}

function jsonBlock(value: unknown): Html {
  return html`<pre tabindex="0"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`;
}
