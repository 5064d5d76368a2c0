import type { ReactNode } from "react";

const clock = (
  <>
    <circle cx="8" cy="8" r="5.75" />
    <path d="M8 4.75V8l2.25 1.5" />
  </>
);

const letter = (
  <>
    <path d="M13.5 7.5V5a1 1 0 0 0-1-1h-9a1 1 0 0 0-1 1v6.5a1 1 0 0 0 1 1H8" />
    <path d="m2.8 5 5.2 3.8L13.2 5" />
    <path d="m10.7 10.7 3 3m0-3-3 3" />
  </>
);

const check = <path d="m3.5 8.4 3 3 6-6.6" />;

/** Every drawing of the console, on a 16 × 16 grid with a 1.5 px line in the current colour; `data-fill` parts are solid. */
export const GLYPH_SHAPES = {
  // what a state is
  "st-active": (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <circle data-fill="" cx="8" cy="8" r="3" />
    </>
  ),
  "st-visited": check,
  "st-failed": (
    <>
      <rect x="2.5" y="2.5" width="11" height="11" rx="1" />
      <path d="m5.75 5.75 4.5 4.5m0-4.5-4.5 4.5" />
    </>
  ),
  "st-compensating": (
    <>
      <path d="M13 12V8.5a3 3 0 0 0-3-3H3.5M6.5 2.5l-3 3 3 3" />
      <circle data-fill="" cx="13" cy="13" r="1.6" />
    </>
  ),
  "st-compensated": (
    <>
      <circle cx="8" cy="8" r="5.9" />
      <path d="M11 9.9V8.6a1.5 1.5 0 0 0-1.5-1.5H5.4M7 5.4 5.3 7.1 7 8.8" />
    </>
  ),
  "st-possible": (
    <>
      <circle cx="8" cy="8" r="5.75" strokeDasharray="1.2 2.4" />
      <path d="m7 5.6 2.4 2.4L7 10.4" />
    </>
  ),
  "st-unreachable": (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="m4 12 8-8" />
    </>
  ),
  "st-waiting": clock,
  "st-done": (
    <>
      <circle cx="8" cy="8" r="5.9" />
      <path d="m5.4 8.2 1.8 1.8 3.4-3.8" />
    </>
  ),
  "st-dead": letter,
  "st-stuck": (
    <path d="M4 2.5h8M4 13.5h8M5 2.5v2.2c0 1.5 3 2.3 3 3.3s-3 1.8-3 3.3v2.2M11 2.5v2.2c0 1.5-3 2.3-3 3.3s3 1.8 3 3.3v2.2" />
  ),
  "st-overdue": (
    <>
      <path d="M13.4 6.2A5.75 5.75 0 1 0 13.75 8" />
      <path d="M8 4.75V8l-2 1.5" />
      <path d="M13.6 1.6v3M13.6 6.4v.01" />
    </>
  ),
  // where things are
  overview: (
    <>
      <rect x="2.5" y="2.5" width="4.5" height="5.5" rx="1" />
      <rect x="9" y="2.5" width="4.5" height="3" rx="1" />
      <rect x="9" y="8" width="4.5" height="5.5" rx="1" />
      <rect x="2.5" y="10.5" width="4.5" height="3" rx="1" />
    </>
  ),
  instances: (
    <>
      <rect x="2" y="3" width="5" height="4.5" rx="1.25" />
      <rect x="9" y="8.5" width="5" height="4.5" rx="1.25" />
      <path d="M7 5.25h2.5a2 2 0 0 1 2 2V8.5" />
    </>
  ),
  conversation: (
    <>
      <circle cx="3.5" cy="4" r="1.75" />
      <circle cx="3.5" cy="12" r="1.75" />
      <circle cx="12.5" cy="8" r="1.75" />
      <path d="M5.2 4.6 10.8 7.4M5.2 11.4l5.6-2.8" />
    </>
  ),
  map: (
    <>
      <circle cx="8" cy="3.5" r="1.75" />
      <circle cx="3.5" cy="12" r="1.75" />
      <circle cx="12.5" cy="12" r="1.75" />
      <path d="M7.1 5.1 4.4 10.4M8.9 5.1l2.7 5.3M5.4 12h5" />
    </>
  ),
  letter,
  asyncapi: (
    <>
      <path d="M6 2.75c-1.6 0-1.6 1.1-1.6 2.3S4.2 8 2.9 8c1.3 0 1.5 1.7 1.5 2.95s0 2.3 1.6 2.3" />
      <path d="M10 2.75c1.6 0 1.6 1.1 1.6 2.3S11.8 8 13.1 8c-1.3 0-1.5 1.7-1.5 2.95s0 2.3-1.6 2.3" />
    </>
  ),
  pipes: (
    <>
      <path d="M2 4.5h4.5a2 2 0 0 1 2 2v3a2 2 0 0 0 2 2H14" />
      <path d="m11.8 9.2 2.3 2.3-2.3 2.3" />
      <path d="M2 11.5h2.5M11.5 4.5H14" />
    </>
  ),
  audit: (
    <>
      <rect x="3" y="2.5" width="10" height="11" rx="1.25" />
      <path d="M5.75 5.75h4.5M5.75 8h4.5M5.75 10.25h2.5" />
    </>
  ),
  settings: (
    <>
      <path d="M2.5 5h5.2M12.3 5h1.2M2.5 11h1.2M8.3 11h5.2" />
      <circle cx="10" cy="5" r="2" />
      <circle cx="6" cy="11" r="2" />
    </>
  ),
  db: (
    <>
      <ellipse cx="8" cy="4" rx="5" ry="1.75" />
      <path d="M3 4v8c0 .97 2.24 1.75 5 1.75s5-.78 5-1.75V4M3 8c0 .97 2.24 1.75 5 1.75S13 8.97 13 8" />
    </>
  ),
  // what one can do
  search: (
    <>
      <circle cx="7" cy="7" r="4.25" />
      <path d="M10.3 10.3 13.5 13.5" />
    </>
  ),
  check,
  x: <path d="m4 4 8 8m0-8-8 8" />,
  plus: <path d="M8 3.5v9M3.5 8h9" />,
  minus: <path d="M3.5 8h9" />,
  fit: (
    <path d="M2.5 6V3.5a1 1 0 0 1 1-1H6M10 2.5h2.5a1 1 0 0 1 1 1V6M13.5 10v2.5a1 1 0 0 1-1 1H10M6 13.5H3.5a1 1 0 0 1-1-1V10" />
  ),
  arrow: <path d="M3 8h10M9.2 4.2 13 8l-3.8 3.8" />,
  left: <path d="M9.5 4.5 6 8l3.5 3.5" />,
  right: <path d="m6.5 4.5 3.5 3.5-3.5 3.5" />,
  down: <path d="m4.5 6.5 3.5 3.5 3.5-3.5" />,
  updown: <path d="m5 6.2 3-3 3 3M5 9.8l3 3 3-3" />,
  enter: <path d="M13 3.5V8a1.5 1.5 0 0 1-1.5 1.5H3.5M6 6.5l-3 3 3 3" />,
  external: <path d="M6.5 3.5h-3v9h9v-3M9 3.25h3.75V7M12.5 3.5 7.5 8.5" />,
  download: <path d="M8 2.75v7M5 7l3 3 3-3M2.75 12.75h10.5" />,
  filter: <path d="M2.5 4h11M4.75 8h6.5M7 12h2" />,
  dots: (
    <g data-fill="">
      <circle cx="3.5" cy="8" r="1.15" />
      <circle cx="8" cy="8" r="1.15" />
      <circle cx="12.5" cy="8" r="1.15" />
    </g>
  ),
  copy: (
    <>
      <rect x="5.5" y="5.5" width="8" height="8" rx="1.25" />
      <path d="M3.5 10.5h-.25a.75.75 0 0 1-.75-.75v-6.5a.75.75 0 0 1 .75-.75h6.5a.75.75 0 0 1 .75.75v.25" />
    </>
  ),
  link: (
    <path d="M6.7 9.3a2.6 2.6 0 0 0 3.7 0l2-2a2.6 2.6 0 0 0-3.7-3.7l-.8.8M9.3 6.7a2.6 2.6 0 0 0-3.7 0l-2 2a2.6 2.6 0 0 0 3.7 3.7l.8-.8" />
  ),
  flask: (
    <path d="M6.25 2.5v4L3 12.2a.9.9 0 0 0 .8 1.3h8.4a.9.9 0 0 0 .8-1.3L9.75 6.5v-4M5.25 2.5h5.5M4.6 10h6.8" />
  ),
  replay: (
    <>
      <path d="M3 8a5 5 0 1 0 1.6-3.7L3 5.8" />
      <path d="M3 2.8v3h3" />
    </>
  ),
  history: (
    <>
      <path d="M2.75 8A5.25 5.25 0 1 0 4.4 4.2L2.75 5.8" />
      <path d="M2.75 2.9v2.9h2.9M8 5.25V8l2 1.25" />
    </>
  ),
  send: (
    <path d="M13.5 2.5 7.2 8.8M13.5 2.5 9.6 13.3a.4.4 0 0 1-.75 0L7.2 8.8 2.7 7.15a.4.4 0 0 1 0-.75z" />
  ),
  note: (
    <>
      <path d="M3 2.75h10v6.5l-4 4H3z" />
      <path d="M13 9.25H9v4" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5.5" r="2.5" />
      <path d="M3 13.25a5 5 0 0 1 10 0" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5.75" r="2.25" />
      <path d="M1.75 13.25a4.25 4.25 0 0 1 8.5 0" />
      <path d="M10.4 3.7a2.25 2.25 0 0 1 0 4.1M12 9.9a4.25 4.25 0 0 1 2.25 3.35" />
    </>
  ),
  shield: (
    <>
      <path d="M8 2.25 3.25 4v3.75c0 2.9 2 5 4.75 6 2.75-1 4.75-3.1 4.75-6V4z" />
      <path d="m6 7.9 1.4 1.4L10.1 6.4" />
    </>
  ),
  key: (
    <>
      <circle cx="5.25" cy="10.75" r="2.75" />
      <path d="m7.2 8.8 6-6M11 5l1.9 1.9M9 7l1.4 1.4" />
    </>
  ),
  masked: (
    <>
      <path d="M4.1 4.9C2.6 6 1.75 8 1.75 8S3.9 12.25 8 12.25c1.5 0 2.7-.55 3.65-1.25M6.6 3.9A5.6 5.6 0 0 1 8 3.75c4.1 0 6.25 4.25 6.25 4.25s-.5 1.1-1.5 2.15" />
      <path d="M6.75 6.75a1.77 1.77 0 0 0 2.5 2.5M2.75 2.75l10.5 10.5" />
    </>
  ),
  keyboard: (
    <>
      <rect x="1.75" y="4" width="12.5" height="8" rx="1.25" />
      <path d="M4.5 6.75h.01M7 6.75h.01M9.5 6.75h.01M11.75 6.75h.01M5.5 9.5h5" />
    </>
  ),
  // what things are
  alert: (
    <>
      <path d="M7.1 3.1 1.9 12a1 1 0 0 0 .87 1.5h10.46A1 1 0 0 0 14.1 12L8.9 3.1a1.04 1.04 0 0 0-1.8 0z" />
      <path d="M8 6.5v3" />
      <path d="M8 11.4v.01" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="5.75" />
      <path d="M8 7.25v3.5M8 5.1v.01" />
    </>
  ),
  call: (
    <>
      <circle cx="8" cy="8" r="2" />
      <path d="M8 2.25v2M8 11.75v2M2.25 8h2M11.75 8h2M3.95 3.95l1.4 1.4M10.65 10.65l1.4 1.4M12.05 3.95l-1.4 1.4M5.35 10.65l-1.4 1.4" />
    </>
  ),
  gap: (
    <>
      <path d="M2 8h2.5M11.5 8H14" />
      <path d="m7.2 3.5-1.4 9M10.2 3.5l-1.4 9" />
    </>
  ),
  lock: (
    <>
      <rect x="3.25" y="7" width="9.5" height="6.5" rx="1.25" />
      <path d="M5.25 7V5a2.75 2.75 0 0 1 5.5 0v2" />
    </>
  ),
  sun: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.75v1M8 13.25v1M1.75 8h1M13.25 8h1M3.6 3.6l.7.7M11.7 11.7l.7.7M12.4 3.6l-.7.7M4.3 11.7l-.7.7" />
    </>
  ),
  moon: <path d="M13 9.6A5.5 5.5 0 0 1 6.4 3a5.5 5.5 0 1 0 6.6 6.6z" />,
  screen: (
    <>
      <rect x="2" y="3" width="12" height="8.25" rx="1.25" />
      <path d="M5.75 13.5h4.5" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** The name of a drawing. */
export type GlyphName = keyof typeof GLYPH_SHAPES;
