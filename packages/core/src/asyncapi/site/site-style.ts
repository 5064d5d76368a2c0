/** The look of the pages: both themes, no script, nothing from elsewhere. */
export const SITE_STYLE = `:root { color-scheme: light dark; --bg: #fff; --ink: #16181d; --ink-2: #565d6b; --line: #dfe2e8; --tint: #f4f5f8; --link: #1d4fd8; }
@media (prefers-color-scheme: dark) { :root { --bg: #101216; --ink: #eceef2; --ink-2: #a3abba; --line: #2b303a; --tint: #181b21; --link: #8fb0ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg); color: var(--ink); font: 15px/1.55 system-ui, sans-serif; }
main, header, footer { max-width: 1040px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 18px; }
footer { padding: 32px 20px; color: var(--ink-2); font-size: 13px; }
a { color: var(--link); }
a:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
h1 { font-size: 26px; line-height: 1.25; margin: 10px 0 4px; }
h2 { font-size: 19px; margin: 32px 0 8px; padding-top: 12px; border-top: 1px solid var(--line); }
h3 { font-size: 15px; margin: 22px 0 4px; overflow-wrap: anywhere; }
code, pre, .mono { font: 13px/1.5 ui-monospace, monospace; }
pre { background: var(--tint); padding: 12px; overflow-x: auto; border-radius: 6px; margin: 6px 0; }
table { border-collapse: collapse; width: 100%; margin: 6px 0 12px; }
.wide { overflow-x: auto; }
th, td { text-align: left; padding: 5px 12px 5px 0; border-bottom: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
th { color: var(--ink-2); font-weight: 500; font-size: 13px; }
.sub { color: var(--ink-2); margin: 0 0 8px; }
.to { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; }
summary { cursor: pointer; }
`;
