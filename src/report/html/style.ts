// The look of the page, light and dark. The policy of the page allows exactly these bytes: the hash must fit, and a test says so.

export const STYLE_HASH = 'sha256-dSVz29QpI1ws1gzCShXpjwQ713pej0kx8CSRSCw+/98=';

export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --card: #f6f7f9; --text: #1c2128; --weak: #5b6572; --line: #d4d9e0;
  --observed: #b3261e; --predicted: #8a4b00; --suspected: #4a5a00; --mark: #fdeceb; --accent: #0b57d0; --code: #eef0f3; }
@media (prefers-color-scheme: dark) { :root { --bg: #14171c; --card: #1c2027; --text: #e4e8ee; --weak: #9aa5b3; --line: #39414d;
  --observed: #ff8a80; --predicted: #ffb86b; --suspected: #c5d86d; --mark: #3a2222; --accent: #8ab4f8; --code: #242a33; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1100px; padding: 24px 20px 60px; background: var(--bg); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 22px; margin: 0 0 4px; }
h2 { font-size: 16px; margin: 32px 0 8px; }
p { margin: 8px 0; }
code, pre, .mono, svg { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: 12.5px; }
.weak { color: var(--weak); }
#controls { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: 8px 18px; align-items: center;
  padding: 12px 0; margin-top: 12px; background: var(--bg); border-bottom: 1px solid var(--line); }
#controls[hidden] { display: none; }
#controls input[type=search] { flex: 1 1 260px; padding: 7px 10px; font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; }
#controls label { display: inline-flex; gap: 6px; align-items: center; }
kbd { padding: 0 5px; border: 1px solid var(--line); border-radius: 4px; background: var(--card); font-size: 12px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
details.finding { margin: 10px 0; border: 1px solid var(--line); border-radius: 8px; background: var(--card);
  content-visibility: auto; contain-intrinsic-size: auto 46px; }
details.finding[hidden] { display: none; }
summary { display: flex; flex-wrap: wrap; gap: 2px 12px; align-items: baseline; padding: 10px 14px; cursor: pointer; list-style: none; border-radius: 8px; }
summary::-webkit-details-marker { display: none; }
summary::before { content: '\\25B8'; color: var(--weak); }
details[open] > summary::before { content: '\\25BE'; }
summary .variable { font-weight: 600; }
summary .places { color: var(--weak); flex: 1 1 200px; }
.claim { padding: 0 8px; border: 1px solid; border-radius: 10px; font-size: 12px; line-height: 18px; }
.claim.observed { color: var(--observed); }
.claim.predicted { color: var(--predicted); }
.claim.suspected { color: var(--suspected); }
.body { padding: 0 14px 14px; border-top: 1px solid var(--line); }
.accesses { display: grid; grid-template-columns: repeat(auto-fit, minmax(320px, 1fr)); gap: 12px; margin: 12px 0; }
.access { padding: 10px 12px; border: 1px solid var(--line); border-radius: 6px; background: var(--bg); }
.access h3 { margin: 0 0 4px; font-size: 14px; }
.access dl { display: grid; align-items: baseline; grid-template-columns: auto 1fr; gap: 0 12px; margin: 0; }
.access dt { color: var(--weak); }
.access dd { margin: 0; }
pre { margin: 10px 0 0; padding: 6px 0; overflow-x: auto; background: var(--code); border-radius: 4px; tab-size: 4; line-height: 1.5; }
pre span { display: block; padding: 0 10px; white-space: pre; }
pre span.here { background: var(--mark); font-weight: 600; }
pre i { display: inline-block; min-width: 4ch; margin-right: 12px; color: var(--weak); font-style: normal; text-align: right; user-select: none; }
ul.stack { margin: 8px 0 0; padding: 0; list-style: none; }
ul.stack ul { padding-left: 20px; list-style: none; }
ul.stack summary { padding: 0; display: inline-flex; }
figure { margin: 14px 0 6px; }
.scroll { overflow-x: auto; padding: 6px 8px; background: var(--bg); border: 1px solid var(--line); border-radius: 6px; }
figcaption { margin-top: 6px; color: var(--weak); font-size: 13px; }
svg.shared { position: absolute; }
svg.schedule { display: block; font-size: 12px; }
svg text { fill: var(--text); }
svg .event { paint-order: stroke; stroke: var(--bg); stroke-width: 4px; stroke-linejoin: round; }
svg .event.racing { font-weight: 700; fill: var(--observed); stroke: var(--mark); }
svg .thread { font-weight: 700; }
svg .number { fill: var(--weak); text-anchor: end; }
svg .place { fill: var(--weak); }
svg rect.racing { fill: var(--mark); }
svg .line { stroke: var(--line); stroke-width: 2; fill: none; }
svg .line.gap { stroke-dasharray: 2 5; }
svg .dot { fill: var(--weak); }
svg .dot.racing { fill: var(--observed); }
svg .arrow { stroke: var(--accent); stroke-width: 1.5; fill: none; }
svg .head { fill: var(--accent); }
svg .head.back { fill: var(--observed); }
svg .missing { stroke: var(--observed); stroke-width: 2; stroke-dasharray: 6 4; fill: none; }
svg .cross { stroke: var(--observed); stroke-width: 2.5; fill: none; }
table { border-collapse: collapse; }
th, td { padding: 4px 16px 4px 0; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--weak); font-weight: 500; }
td.count, th.count { text-align: right; }
.notice { padding: 8px 12px; border-left: 3px solid var(--accent); background: var(--card); }
@media print { #controls { display: none; } }
`;
