import { Card, CardHeader } from "@/ui/card.tsx";
import { JsonView } from "@/ui/json-view.tsx";
import { CopyButton } from "./copy-button.tsx";

/** One schema that messages share. */
export function SchemaCard(props: { readonly name: string; readonly schema: unknown }) {
  const { name, schema } = props;
  return (
    <Card label="Schema" className="flex min-h-0 flex-col overflow-hidden">
      <CardHeader title={<span className="mono">{name}</span>} sub="JSON Schema">
        <CopyButton iconOnly label="Copy the schema" text={JSON.stringify(schema, null, 2)} />
      </CardHeader>
      <div className="min-h-0 flex-1 overflow-y-auto px-3.5 py-2.5">
        <JsonView value={schema} widthMax={72} />
      </div>
    </Card>
  );
}
