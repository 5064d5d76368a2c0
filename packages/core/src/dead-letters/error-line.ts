/** The last unindented line of a Python traceback: `KeyError: 'tx'`. */
const PYTHON_TRACEBACK = "Traceback (most recent call last)";
/** A Java or Node error chain, innermost last. */
const CAUSED_BY = /^\s*(?:\[cause\]|Caused by):\s*(.+)$/gm;
/** A .NET error chain, innermost last. */
const INNER_EXCEPTION = /--->\s*([^\n]+)/g;
/** Rust says where on one line and what on the next. */
const RUST_PANIC = /^thread '[^'\n]*' (?:\(\d+\) )?panicked at [^\n]*:\d+:\d+:\n([^\n]+)/;
/** Ruby and PHP put the place in front of, or behind, what happened. */
const RUBY_PLACE = /^\s*\S+\.rb:\d+:in\s+[`'][^'\n]*':\s*/;
const PHP_PLACE = /\s+in\s+\S+\.php(?::\d+|\son line \d+).*$/;

/**
 * The one line of an error text that says what went wrong. A text may be the whole stack trace of a service in any
 * language: then the innermost error of its chain, without its frames.
 */
export function errorLineOf(text: string): string {
  const line = innermost(text) ?? text.split("\n").find((each) => each.trim() !== "") ?? "";
  return line.replace(RUBY_PLACE, "").replace(PHP_PLACE, "").trim();
}

function innermost(text: string): string | undefined {
  const panic = RUST_PANIC.exec(text)?.[1];
  if (panic !== undefined) return panic;
  if (text.includes(PYTHON_TRACEBACK)) return pythonError(text);
  return lastMatch(text, CAUSED_BY) ?? lastMatch(text, INNER_EXCEPTION);
}

function pythonError(text: string): string | undefined {
  const after = text.slice(text.lastIndexOf(PYTHON_TRACEBACK)).split("\n").slice(1);
  return after.find((line) => /^[A-Za-z_]/.test(line));
}

function lastMatch(text: string, pattern: RegExp): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[1];
}
