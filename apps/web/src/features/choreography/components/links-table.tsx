import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { Chip } from "@/ui/chip.tsx";
import { ScrollArea } from "@/ui/scroll-area.tsx";
import { Table, Td, Th, Tr } from "@/ui/table.tsx";
import { Time } from "@/ui/time.tsx";
import {
  type ChoreographyView,
  hoursCounted,
  type MapLink,
  nameOf,
  rateWords,
} from "../choreography.ts";

/** The map as a list, one row a type: the accessible form, not a lesser one. */
export function LinksTable(props: {
  readonly data: ChoreographyView;
  readonly selected: string | undefined;
}) {
  const { data, selected } = props;
  const hours = hoursCounted(data, Date.now());
  const rows = data.links.toSorted(
    (one, other) =>
      nameOf(data.nodes, one.from).localeCompare(nameOf(data.nodes, other.from)) ||
      one.type.localeCompare(other.type),
  );
  return (
    <ScrollArea className="min-h-0 flex-1 overflow-auto">
      <Table caption="Who tells whom what">
        <thead>
          <tr className="sticky top-0 bg-surface">
            <Th>From</Th>
            <Th>Type</Th>
            <Th>Topic</Th>
            <Th>To</Th>
            <Th>As</Th>
            <Th end>Envelopes</Th>
            <Th end>Rate</Th>
            <Th end>Last</Th>
            <Th>Is</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((link) => (
            <Tr
              key={`${link.from} ${link.to} ${link.topic} ${link.type}`}
              selected={selected !== undefined && [link.from, link.to].includes(selected)}
            >
              <Td className="mono font-strong">{nameOf(data.nodes, link.from)}</Td>
              <Td className="mono">{link.type}</Td>
              <Td className="text-ink-2">{link.topic}</Td>
              <Td className="mono font-strong">{nameOf(data.nodes, link.to)}</Td>
              <Td className="mono text-ink-2">{link.event}</Td>
              <Td end>{formatCount(link.count)}</Td>
              <Td end className="text-ink-2">
                {rateWords(link.count, hours)}
              </Td>
              <Td end className="text-ink-2">
                {link.lastAt && <Time at={link.lastAt} show="age" />}
              </Td>
              <Td>
                <LinkChips link={link} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </ScrollArea>
  );
}

function LinkChips({ link }: { readonly link: MapLink }) {
  return (
    <span className="flex gap-1.5">
      {link.openLetters > 0 && (
        <Chip tone="red" glyph="st-dead">
          {formatPlural(link.openLetters, "letter")}
        </Chip>
      )}
      {link.isUnhandled && <Chip tone="red">no transition</Chip>}
      {link.isEndless && <Chip tone="amber">endless circle</Chip>}
    </span>
  );
}
