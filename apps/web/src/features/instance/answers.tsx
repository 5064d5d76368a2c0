import type { ReactNode } from "react";
import { eventWords, joinOr } from "@/lib/event-words.ts";
import { formatDuration } from "@/lib/format-duration.ts";
import type { Answer } from "@/ui/page-title.tsx";
import { Countdown, Elapsed, Time } from "@/ui/time.tsx";
import { type Call, callStateOf, lastErrorOf, type Moment, type Step } from "./instance.ts";

/** What a person wants to know of an order, in words: where, why, what next, what is in the way. */
export function answersOf(moment: Moment, now: Date): Answer[] {
  return [
    whereItIs(moment),
    whatBroughtIt(moment),
    whatMayCome(moment),
    whatIsInTheWay(moment, now),
  ];
}

function whereItIs({ instance, states, step, isLive }: Moment): Answer {
  const question = isLive ? "Where it is" : `Where it was after step ${step?.revision}`;
  const answer = states.join(" and ") || "nowhere yet";
  if (!isLive && step) return { question, answer, detail: <Time at={step.at} show="ms" /> };
  if (instance.finishedAt) {
    const took = formatDuration(instance.finishedAt.getTime() - instance.startedAt.getTime());
    return {
      question,
      answer,
      detail: (
        <>
          ended <Time at={instance.finishedAt} />, took {took}
        </>
      ),
    };
  }
  const since = step?.at ?? instance.updatedAt;
  const doing = instance.phase === "compensating" ? "; undoing what was done" : "";
  return {
    question,
    answer,
    detail: (
      <>
        <Elapsed lead="for" since={since} />
        {doing}
      </>
    ),
  };
}

function whatBroughtIt(moment: Moment): Answer {
  const { step } = moment;
  const question = "What brought it here";
  if (!step) return { question, answer: "not recorded" };
  const failure = failureOf(moment, step);
  if (failure) return { question, answer: failure, detail: causeOf(moment, step), tone: "red" };
  return { question, answer: eventWords(step.event), detail: causeOf(moment, step) };
}

/** What a step's failed call threw, in words, if it was one. */
function failureOf(moment: Moment, step: Step): string | undefined {
  if (!step.event.startsWith("error.platform.")) return undefined;
  const call = callOfStep(moment, step);
  const words = eventWords(step.event).replace(/^error\./, "");
  const error = call && lastErrorOf(call);
  return error ? `${words} failed: ${error}` : `${words} failed`;
}

function callOfStep({ instance }: Moment, step: Step): Call | undefined {
  return step.causeKind === "effect"
    ? instance.calls.find(({ id }) => id === step.causeId)
    : undefined;
}

function causeOf(moment: Moment, step: Step): ReactNode {
  const at = <Time at={step.at} show="clock" />;
  if (step.causeKind === "timer") return <>its timer ran out, {at}</>;
  if (step.causeKind === "command") return <>an operator’s command, {at}</>;
  const call = callOfStep(moment, step);
  if (call)
    return (
      <>
        answer of <span className="mono">{call.src}</span>, {at}
      </>
    );
  return (
    <>
      {step.causeType ? (
        <>
          from <span className="mono">{step.causeType}</span>
        </>
      ) : (
        "an envelope"
      )}
      , {at}
    </>
  );
}

function whatMayCome({ reachability, isLive, instance }: Moment): Answer {
  const question = isLive ? "What may happen next" : "What could happen next";
  const next = reachability.possibleNext;
  if (isLive && instance.status !== "active") return { question, answer: "nothing: it has ended" };
  const targets = [...new Set(next.flatMap(({ to }) => to))];
  if (targets.length === 0) {
    return {
      question,
      answer: next.length > 0 ? "it stays where it is" : "nothing its chart knows",
    };
  }
  const events = [...new Set(next.map(({ event }) => eventWords(event)))];
  return { question, answer: joinOr(targets), detail: `by ${joinOr(events)}` };
}

function whatIsInTheWay(moment: Moment, now: Date): Answer {
  const { instance, isLive } = moment;
  const question = "What stands in the way";
  if (!isLive)
    return { question, answer: "not judged for the past", detail: "Follow live to see." };
  const call = instance.calls.findLast(({ status }) => status === "pending" || status === "dead");
  if (call) return { question, ...callInTheWay(call, now) };
  if (instance.status !== "active") {
    return { question, answer: "nothing", detail: "Nothing needs you." };
  }
  if (instance.attention?.kind === "stuck") {
    return {
      question,
      answer: "nothing will move it",
      detail: "No event, no timer and no call is left.",
      tone: "amber",
    };
  }
  return { question, ...waitInTheWay(moment) };
}

function callInTheWay(call: Call, now: Date): Omit<Answer, "question"> {
  const error = lastErrorOf(call);
  const state = callStateOf(call, now);
  const said = error ? `last said: ${error}` : "no answer yet";
  if (state === "dead") {
    return {
      answer: `${call.src} gave up after ${call.attempts} attempts`,
      detail: error ?? "A dead letter waits for you.",
      tone: "red",
    };
  }
  if (state === "waiting") {
    return {
      answer: (
        <>
          {call.src} is tried again in <Countdown dueAt={call.dueAt} />
        </>
      ),
      detail: said,
      tone: "amber",
    };
  }
  const since = call.startedAt ?? call.createdAt;
  return {
    answer: (
      <>
        {call.src}, attempt {call.attempts}, <Elapsed lead="running" since={since} />
      </>
    ),
    detail: error ? said : "Nothing needs you yet.",
  };
}

/** Nothing runs: a timer, or somebody outside who has to say something. */
function waitInTheWay({ instance, reachability }: Moment): Omit<Answer, "question"> {
  const events = reachability.possibleNext.filter(({ kind }) => kind === "event");
  const names = joinOr([...new Set(events.map(({ event }) => event))]);
  const [timer] = instance.timers;
  const late = instance.attention?.kind === "overdue";
  const detail = timer && (
    <>
      {eventWords(timer.label)}: <Countdown dueAt={timer.dueAt} />
    </>
  );
  if (names !== "")
    return { answer: `it waits for ${names}`, detail, tone: late ? "amber" : undefined };
  if (timer)
    return { answer: <>it waits for its timer, {detail}</>, tone: late ? "amber" : undefined };
  return { answer: "nothing", detail: "Nothing needs you." };
}
