/** One event of a stream. */
interface ServerSentEvent {
  readonly id: string;
  readonly data: string;
}

/** The events of a `text/event-stream`, as they arrive. */
export async function* readServerSentEvents(response: Response): AsyncGenerator<ServerSentEvent> {
  if (!response.ok || !response.body) throw new Error(`the stream answered ${response.status}`);
  let text = "";
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const blocks = text.split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) yield eventOf(block.split("\n"));
  }
}

function eventOf(lines: readonly string[]): ServerSentEvent {
  const field = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim())
      .join("\n");
  return { id: field("id"), data: field("data") };
}
