import type { TextNoise } from "./error-texts.ts";

/** What is said of one thing that goes wrong, with values that differ each time. */
export type Sentence = (noise: TextNoise) => string;

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join("\n");

/** Node: a stack under the message. */
export const node =
  (sentence: Sentence): Sentence =>
  (n) =>
    `${sentence(n)}\n${lines(1 + n.number(9), () => `    at step (${n.path()}:${n.number(900)}:${n.number(80)})`)}`;

/** Java: the cause under the exception that wraps it. */
export const java =
  (type: string, sentence: Sentence): Sentence =>
  (n) =>
    `com.shop.ServiceException: call ${n.uuid()} failed\n${lines(1 + n.number(6), () => `\tat com.shop.Pay$${n.number(9)}.run(Pay.java:${n.number(900)})`)}\nCaused by: ${type}: ${sentence(n)}\n\t... ${n.number(40)} more`;

/** Python: the traceback before the message. */
export const python =
  (type: string, sentence: Sentence): Sentence =>
  (n) =>
    `Traceback (most recent call last):\n${lines(1 + n.number(6), () => `  File "${n.path()}", line ${n.number(900)}, in charge\n    self.pay(order)`)}\n${type}: ${sentence(n)}`;

/** Go: the goroutine that panicked. */
export const go =
  (sentence: Sentence): Sentence =>
  (n) =>
    `${sentence(n)}\n\ngoroutine ${n.number(900)} [running]:\nmain.charge(0x${n.hex(10)})\n\t${n.path()}:${n.number(90)} +0x${n.hex(3)}`;

/** .NET: the exception inside an aggregate. */
export const dotnet =
  (type: string, sentence: Sentence): Sentence =>
  (n) =>
    `System.AggregateException: One or more errors occurred. (${n.number(99)}) ---> ${type}: ${sentence(n)}\n   at Shop.Pay.Run() in ${n.path()}:line ${n.number(900)}`;

/** Rust: the panic of a thread. */
export const rust =
  (sentence: Sentence): Sentence =>
  (n) =>
    `thread '${n.pick(["main", "tokio-1", "worker"])}' panicked at src/pay.rs:${n.number(900)}:${n.number(80)}:\n${sentence(n)}\nnote: run with \`RUST_BACKTRACE=1\``;

/** Ruby: file and line before the message, the class after it. */
export const ruby =
  (type: string, sentence: Sentence): Sentence =>
  (n) =>
    `/app/${n.hex(4)}/pay.rb:${n.number(900)}:in \`charge': ${sentence(n)} (${type})\n\tfrom /app/pay.rb:${n.number(90)}:in \`run'`;

/** PHP: a fatal error. */
export const php =
  (type: string, sentence: Sentence): Sentence =>
  (n) =>
    `PHP Fatal error:  Uncaught ${type}: ${sentence(n)} in /srv/www/${n.hex(5)}/pay.php:${n.number(900)}\nStack trace:\n#0 {main}`;

/** A service that says only what is wrong. */
export const plain = (sentence: Sentence): Sentence => sentence;
