import { useQuery } from "@tanstack/react-query";
import { cx } from "@/lib/cx.ts";
import { paths } from "@/lib/paths.ts";
import type { UrlParams } from "@/lib/use-url-params.ts";
import { messageOf } from "@/trpc/query-view.tsx";
import { ASKED_ALONE, useTRPC } from "@/trpc/react.tsx";
import { Button, ButtonLink } from "@/ui/button.tsx";
import { Select } from "@/ui/field.tsx";
import { Glyph } from "@/ui/glyph.tsx";
import { Note } from "@/ui/note.tsx";
import { PageTitle } from "@/ui/page-title.tsx";
import type { Document } from "../document.ts";
import { CopyButton } from "./copy-button.tsx";
import { ForgetButton } from "./forget-button.tsx";

const HASH_SHOWN = 8; // enough to tell two structures apart at a glance

/** Name, version and validity of a document, and the ways to take it along. */
export function DocumentTitle(props: { readonly document: Document; readonly url: UrlParams }) {
  const { document, url } = props;
  const { kind, name, title, shown, json, yaml } = document;
  const validity = useValidity(document);
  const file = `${name}-${shown.version}.asyncapi`;
  const version = shown.isCurrent ? {} : { version: shown.documentId };
  return (
    <>
      <PageTitle
        title={title}
        actions={
          <>
            <CopyButton text={json} label="Copy JSON" />
            <CopyButton text={yaml} label="Copy YAML" />
            <DownloadButton text={json} name={`${file}.json`} type="application/json">
              JSON
            </DownloadButton>
            <DownloadButton text={yaml} name={`${file}.yaml`} type="application/yaml">
              YAML
            </DownloadButton>
            <ButtonLink glyph="asyncapi" href={paths.asyncapiViewer(kind, name, version)}>
              Full view
            </ButtonLink>
            {kind === "import" && <ForgetButton name={name} versions={document.versions.length} />}
          </>
        }
      >
        <VersionSelect document={document} url={url} />
        <ValidityWords validity={validity} asyncapi={document.asyncapi} />
        <span className="whitespace-nowrap text-ink-3">
          <Origin document={document} />
        </span>
      </PageTitle>
      {validity.data?.isValid === false && (
        <Problems problems={validity.data.problems} asyncapi={document.asyncapi} />
      )}
    </>
  );
}

function VersionSelect({
  document,
  url,
}: {
  readonly document: Document;
  readonly url: UrlParams;
}) {
  const { versions, shown } = document;
  return (
    <Select
      label="Version"
      value={shown.documentId}
      onChange={(event) => {
        const chosen = versions.find((each) => String(each.documentId) === event.target.value);
        const version = chosen?.isCurrent ? undefined : chosen?.documentId;
        url.set({ version, since: undefined }, "push");
      }}
    >
      {versions.map(({ documentId, version, isCurrent }) => (
        <option key={documentId} value={documentId}>
          version {version}
          {isCurrent
            ? ""
            : `, ${versionsNamed(versions, version) > 1 ? `#${documentId}` : "older"}`}
        </option>
      ))}
    </Select>
  );
}

/** Where the document comes from. */
function Origin({ document }: { readonly document: Document }) {
  const { kind, shown, project } = document;
  if (kind === "import") return <>imported from outside</>;
  if (kind === "system") {
    return (
      <>
        all machines of <span className="mono">{project}</span>
      </>
    );
  }
  return (
    <>
      from the {shown.isCurrent ? "running" : "registered"} chart{" "}
      <span className="mono">
        {(shown.structureHash ?? "").replace(/^sha256:/, "").slice(0, HASH_SHOWN)}
      </span>
    </>
  );
}

function versionsNamed(versions: Document["versions"], version: string): number {
  return versions.filter((each) => each.version === version).length;
}

/** Asked for once the document is there and by itself, so that nothing else on the page waits for the validator. */
function useValidity({ kind, name, shown }: Document) {
  const trpc = useTRPC();
  return useQuery(
    trpc.asyncapi.validity.queryOptions(
      { kind, name, documentId: shown.documentId },
      { staleTime: Number.POSITIVE_INFINITY, trpc: ASKED_ALONE },
    ),
  );
}

function ValidityWords(props: {
  readonly validity: ReturnType<typeof useValidity>;
  readonly asyncapi: string;
}) {
  const { validity, asyncapi } = props;
  const className = "flex items-center gap-1.5 text-12 font-medium whitespace-nowrap";
  if (validity.data === undefined) {
    return (
      <span className="text-12 text-ink-3">
        {validity.isError ? `not checked: ${messageOf(validity.error)}` : "checking…"}
      </span>
    );
  }
  return validity.data.isValid ? (
    <span className={cx(className, "text-green")}>
      <Glyph name="st-done" size="sm" />
      valid AsyncAPI {shortVersion(asyncapi)}
    </span>
  ) : (
    <span className={cx(className, "text-red")}>
      <Glyph name="alert" size="sm" />
      not valid
    </span>
  );
}

/** Patch versions of the specification change words only. */
function shortVersion(asyncapi: string): string {
  return asyncapi.replace(/\.0$/, "");
}

function Problems(props: {
  readonly asyncapi: string;
  readonly problems: readonly { readonly field: string; readonly message: string }[];
}) {
  return (
    <Note kind="bad" title={`The document is not valid AsyncAPI ${shortVersion(props.asyncapi)}.`}>
      <ul>
        {props.problems.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <span className="mono">{field || "the document"}</span>: {message}
          </li>
        ))}
      </ul>
    </Note>
  );
}

function DownloadButton(props: {
  readonly text: string;
  readonly name: string;
  readonly type: string;
  readonly children: string;
}) {
  const { text, name, type, children } = props;
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = window.document.createElement("a");
    link.href = address;
    link.download = name;
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button glyph="download" onClick={download} aria-label={`Download ${children}`}>
      {children}
    </Button>
  );
}
