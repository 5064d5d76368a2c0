const RFC3339 =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(\.\d+)?([Zz]|[+-](\d{2}):(\d{2}))$/;

/** Whether a text is an RFC 3339 timestamp of a day that exists. A leap second (`:60`) is allowed. */
export function isRfc3339(text: string): boolean {
  const match = RFC3339.exec(text);
  if (match === null) return false;
  const numbers = match.map((part) => Number(part ?? 0));
  const [, year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  const [offsetHour = 0, offsetMinute = 0] = numbers.slice(9);
  const clockHolds = hour <= 23 && minute <= 59 && second <= 60;
  return clockHolds && offsetHour <= 23 && offsetMinute <= 59 && isDay(year, month, day);
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
