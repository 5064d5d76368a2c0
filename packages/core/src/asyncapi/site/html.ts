/** Text that is HTML already; everything else is escaped when it is laid into a page. */
export interface Html {
  readonly html: string;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

type Part = Html | string | number | undefined | false | readonly (Html | string)[];

/** Lay values into HTML: what is not {@link Html} is escaped, so that no document can bring a script along. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const last = texts.length - 1;
  return {
    html: texts.map((text, at) => (at === last ? text : `${text}${partHtml(parts[at])}`)).join(""),
  };
}

function partHtml(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "object") {
    return "html" in part ? part.html : part.map((each) => partHtml(each)).join("");
  }
  return String(part).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
