import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, describe, expect, it } from "vitest";
import { Button } from "./button.tsx";
import { Checkbox, Select, TextArea, TextField } from "./field.tsx";
import { FilterInput } from "./filter-input.tsx";

afterEach(cleanup);

function Form() {
  const [text, setText] = useState("sample");
  return (
    <form>
      <TextField label="Held" value={text} onChange={(event) => setText(event.target.value)} />
      <TextArea label="Long" value={text} onChange={(event) => setText(event.target.value)} />
      <Select label="Choice" value="a" onChange={() => {}}>
        <option value="a">A</option>
      </Select>
      <Checkbox label="Box" checked={false} onChange={() => {}} />
      <FilterInput label="Find" value="" onChange={() => {}} placeholder="" className="" />
      <TextField label="Own" name="own" />
      <Button type="submit">Send</Button>
      <Button>Act</Button>
    </form>
  );
}

/** The page as the server draws it, before any of our code runs in the browser. */
function asSent(): HTMLElement {
  const container = document.createElement("div");
  container.innerHTML = renderToString(<Form />);
  document.body.append(container);
  return container;
}

const takesInput = (name: string) => {
  const field = screen.getByLabelText<HTMLInputElement>(name);
  return !(field.disabled || field.readOnly);
};
/** Features with fields of their own that the server never draws: they come up when somebody asks for them. */
const DRAWN_BY_THE_BROWSER = [
  "shell/palette/palette.tsx",
  "instance/actions/action-fields.tsx",
  "dead-letters/components/edit-dialog.tsx",
];
/** Sources of a folder that have a field of HTML in them. */
function withFields(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".tsx") && !file.endsWith(".test.tsx"))
    .filter((file) =>
      /<(?:input|select|textarea)\b/.test(readFileSync(path.join(folder, file), "utf8")),
    );
}
const HELD = ["Held", "Long", "Choice", "Box", "Find"];

describe("a page that React has not taken over yet", () => {
  it("takes nothing into fields that would lose it, and sends no form by itself", () => {
    const container = asSent();
    expect(HELD.filter(takesInput)).toEqual([]);
    expect(takesInput("Own")).toBe(true); // a password manager fills it in as soon as it stands there
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(true);
    container.remove();
  });

  it("has no field outside of these that would lose what is put into it", () => {
    const features = path.resolve(import.meta.dirname, "../features");
    const deaf = (file: string) =>
      readFileSync(path.join(features, file), "utf8").includes("useHydrated()");
    expect(
      withFields(features)
        .filter((file) => !deaf(file))
        .sort(),
    ).toEqual([...DRAWN_BY_THE_BROWSER].sort());
  });

  it("takes everything once React is there", () => {
    const container = asSent();
    render(<Form />, { container, hydrate: true });
    expect(HELD.filter((name) => !takesInput(name))).toEqual([]);
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send" }).disabled).toBe(false);
    fireEvent.change(screen.getByLabelText("Held"), { target: { value: "typed" } });
    expect(screen.getByLabelText<HTMLTextAreaElement>("Long").value).toBe("typed");
    container.remove();
  });
});
