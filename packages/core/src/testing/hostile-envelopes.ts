import {
  ATTRIBUTES,
  attribute,
  bytesOf,
  type Draw,
  data,
  drawFrom,
  extensionName,
  goodValue,
  type HostileNames,
  member,
  OPTIONAL,
  pick,
  value,
} from "./hostile-values.ts";

/** One request body that somebody hostile might send. */
export interface HostileBody {
  /** Which it is of its seed, so that it can be made again. */
  readonly index: number;
  readonly body: Uint8Array;
  /** Whether it was made as JSON that is an envelope in all but its values. */
  readonly isEnvelopeLike: boolean;
}

/** The body of that index alone. */
export function hostileBody(seed: number, index: number, names: HostileNames): HostileBody {
  const draw = drawFrom(Math.imul(seed, 0x9e3779b1) ^ index);
  const kind = draw();
  if (kind < 0.05) return { index, body: brokenText(draw, index, names), isEnvelopeLike: false };
  if (kind < 0.1) return { index, body: bytesOf(value(draw, 3)), isEnvelopeLike: false };
  return { index, body: bytesOf(envelopeText(draw, index, names)), isEnvelopeLike: true };
}

/** An envelope with one to all of its parts made hostile; sometimes with a part twice, or with one missing. */
function envelopeText(draw: Draw, index: number, names: HostileNames): string {
  const share = draw() * draw(); // most have few hostile parts, so that they come far
  const members = ATTRIBUTES.map((name) => {
    const good = goodValue(draw, name, index, names);
    return member(name, draw() < share ? attribute(draw, name) : JSON.stringify(good));
  });
  for (const name of OPTIONAL) if (draw() < 0.2) members.push(member(name, attribute(draw, name)));
  if (draw() < 0.85) members.push(member("data", data(draw)));
  if (draw() < 0.05)
    members.push(member("data_base64", JSON.stringify(pick(draw, ["!!", "aGk=", "_-", ""]))));
  if (draw() < 0.15) members.push(member(extensionName(draw), value(draw, 1)));
  if (draw() < 0.1) members.push(pick(draw, members)); // a name twice
  if (draw() < 0.05) members.splice(Math.floor(draw() * members.length), 1);
  if (draw() < 0.3) members.reverse();
  return `{${members.join(",")}}`;
}

/** What is no JSON at all, or no text. */
function brokenText(draw: Draw, index: number, names: HostileNames): Uint8Array {
  const whole = envelopeText(draw, index, names);
  const kind = Math.floor(draw() * 6);
  if (kind === 0) return bytesOf(whole.slice(0, Math.floor(draw() * whole.length)));
  if (kind === 1) return bytesOf(`${whole}${pick(draw, ["}", ",", whole, "\u0000"])}`);
  if (kind === 2) return Uint8Array.from({ length: 64 }, () => Math.floor(draw() * 256));
  if (kind === 3) return bytesOf(`\uFEFF${whole}`);
  if (kind === 4) return new Uint8Array();
  return Uint8Array.from([...bytesOf('{"id":"'), 0xc3, 0x28, 0xff, ...bytesOf('"}')]);
}
