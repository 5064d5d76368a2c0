import { spawn } from "node:child_process";
import { once } from "node:events";

/** Code of another process that opens a broker. */
export interface BrokerElsewhere {
  /** Modules, by what of them is used: `{ natsBroker: "file:///…/nats-broker.ts" }`. */
  readonly imports: Readonly<Record<string, string>>;
  /** An expression that makes the broker. */
  readonly broker: string;
}

/** A process that consumes, and will not live to settle what it has. */
export interface DoomedConsumer {
  /** The subject of the one envelope that it settled, if it was to. */
  readonly settled: string | undefined;
  /** Envelopes in its hands. */
  readonly held: number;
  /** As the machine would. */
  kill(): void;
}

/** Settles one, if it is to, and keeps in hand what comes then, up to so many. */
export async function startDoomedConsumer(
  elsewhere: BrokerElsewhere,
  topic: string,
  { settlesOne = false, heldMax = 4 } = {},
): Promise<DoomedConsumer> {
  const script = scriptOf(elsewhere, topic, settlesOne, heldMax);
  const args = ["--import", "tsx", "--input-type=module", "-e", script];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => {
      throw new Error("the process that was to consume ended at once");
    }),
  ]);
  const told = JSON.parse(String(said)) as { settled?: string; held: number };
  return { settled: told.settled, held: told.held, kill: () => void child.kill("SIGKILL") };
}

function scriptOf(
  { imports, broker }: BrokerElsewhere,
  topic: string,
  settlesOne: boolean,
  heldMax: number,
): string {
  const lines = Object.entries(imports).map(
    ([name, file]) => `import { ${name} } from ${JSON.stringify(file)};`,
  );
  return `${lines.join("\n")}
    const broker = ${broker};
    const subscription = broker.subscribe(${JSON.stringify(topic)});
    const [first] = ${settlesOne} ? await subscription.take(1) : [];
    await first?.ack();
    const held = await subscription.take(${heldMax});
    console.log(JSON.stringify({ settled: first?.envelope.subject, held: held.length }));
    setInterval(() => {}, 1_000_000);`;
}
