import { formatCount, formatPlural } from "@/lib/format-number.ts";
import { Card, CardHeader, KeyValues } from "@/ui/card.tsx";
import { IdText } from "@/ui/id-text.tsx";
import { Time } from "@/ui/time.tsx";
import { filterWords, type Job } from "../job-words.ts";

/** Which letters, and how they go. */
export function JobFacts({ job }: { readonly job: Job }) {
  const left = Object.entries(job.leftOut);
  return (
    <Card label="Selection" className="flex-none">
      <CardHeader title="Selection" sub="frozen; never changed" />
      <div className="px-3.5 py-2.5">
        <KeyValues
          entries={[
            [
              "letters",
              `${formatPlural(job.letters, "letter")} of ${formatPlural(job.subjects, "subject")}`,
            ],
            [
              "found by",
              <span key="f" title={filterWords(job.filter)}>
                {filterWords(job.filter)}
              </span>,
            ],
            ["cut-off", <Time key="c" at={job.cutOffAt} />],
            ["hash", <IdText key="h" id={job.hash} />],
            ...(left.length > 0
              ? [
                  [
                    "left out",
                    left.map(([source, count]) => `${formatCount(count)} of ${source}s`).join(", "),
                  ] as const,
                ]
              : []),
            ["project", job.project],
            ...(job.reason
              ? [
                  [
                    "reason",
                    <span key="r" className="whitespace-normal">
                      {job.reason}
                    </span>,
                  ] as const,
                ]
              : []),
            ["job", <IdText key="j" id={job.id} />],
          ]}
        />
      </div>
    </Card>
  );
}
