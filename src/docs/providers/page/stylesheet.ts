/** The one style sheet, written into every page. */
export const stylesheet = `:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1c2127; --soft: #5a6470; --line: #d9dee4; --panel: #f5f7f9; --link: #0a58a8;
  --safe: #1a7f45; --safe-back: #e9f6ee; --key: #0b63a8; --key-back: #e8f2fb;
  --look: #8a5a00; --look-back: #fdf4e0; --hold: #b3261e; --hold-back: #fdecea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171b; --ink: #e4e8ec; --soft: #9aa5b1; --line: #343b43; --panel: #1c2127; --link: #7fb8f0;
    --safe: #6fcf97; --safe-back: #16291f; --key: #7fb8f0; --key-back: #15263a;
    --look: #e8b75a; --look-back: #2e2510; --hold: #ff8a80; --hold-back: #371a18;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: break-word; }
header, main { max-width: 72rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1rem; font-size: .9rem; color: var(--soft); }
main { padding-bottom: 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 1rem 0; }
h2 { font-size: 1.4rem; line-height: 1.25; margin: 3rem 0 .75rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p, ul, dl { max-width: 46rem; }
p { margin: .75rem 0; }
a { color: var(--link); text-underline-offset: .15em; }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--panel); border-radius: 4px; padding: .1em .3em; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.basis { display: inline-block; font-size: .72rem; line-height: 1.5; padding: 0 .45em; border: 1px solid var(--line); border-radius: 1em; color: var(--soft); text-decoration: none; white-space: nowrap; }
a.basis { border-color: currentColor; color: var(--link); }
.basis.assumed, .basis.not-documented { border-style: dashed; border-color: currentColor; color: var(--look); }
.callout { margin: 1rem 0; padding: .75rem 1rem; border-left: 4px solid var(--line); border-radius: 0 6px 6px 0; background: var(--panel); max-width: 46rem; }
.callout.safe { border-color: var(--safe); background: var(--safe-back); }
.callout.key { border-color: var(--key); background: var(--key-back); }
.callout.look { border-color: var(--look); background: var(--look-back); }
.callout.hold { border-color: var(--hold); background: var(--hold-back); }
dt { font-weight: 600; margin-top: 1.25rem; }
dd { margin: .3rem 0 .3rem 0; padding-left: .9rem; border-left: 2px solid var(--line); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
thead th { color: var(--soft); font-size: .8rem; border-bottom-width: 2px; vertical-align: bottom; }
tbody th { font-weight: 500; }
.stacked tbody th, .wide tbody th { border-left: 4px solid transparent; padding-left: .6rem; }
.stacked thead th:first-child, .wide thead th:first-child { padding-left: .85rem; }
tr.safe > th { border-left-color: var(--safe); }
tr.key > th { border-left-color: var(--key); }
tr.look > th { border-left-color: var(--look); }
tr.hold > th { border-left-color: var(--hold); }
.stacked tbody th { width: 30%; }
td[data-label="Say"] { min-width: 7.5rem; }
.wide { overflow-x: auto; position: relative; left: 50%; transform: translateX(-50%); width: max-content; min-width: 100%; max-width: calc(100vw - 3rem); }
.wide table { width: max-content; min-width: 100%; font-size: .85rem; }
.wide td, .wide thead th { min-width: 5rem; max-width: 8.3rem; padding-right: .5rem; }
.wide th:first-child { position: sticky; left: 0; background: var(--page); min-width: 8.5rem; max-width: 11rem; }
.worlds { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: 1.5rem; align-items: start; }
figure { margin: 0; padding: 1rem .5rem; border: 1px solid var(--line); border-radius: 8px; }
figcaption { padding: 0 .5rem .75rem; font-size: .92rem; min-height: 4rem; }
svg.sequence { display: block; margin: 0 auto; max-width: 100%; height: auto; font: 12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
svg .lane { stroke: var(--line); stroke-width: 2; }
svg .actor { fill: var(--panel); stroke: var(--soft); }
svg text { fill: var(--ink); text-anchor: middle; }
svg .actor-name { font-weight: 600; }
svg .message { paint-order: stroke; stroke: var(--page); stroke-width: 4px; stroke-linejoin: round; }
svg .arrow { stroke: var(--ink); stroke-width: 1.5; }
svg .answer { stroke-dasharray: 5 3; }
svg .lost, svg .cross { stroke: var(--hold); stroke-width: 1.5; fill: none; }
svg .tip { fill: var(--ink); }
svg .note { fill: var(--panel); stroke: var(--line); }
svg .note.safe { fill: var(--safe-back); stroke: var(--safe); }
svg .note.look { fill: var(--look-back); stroke: var(--look); }
svg .note.key { fill: var(--key-back); stroke: var(--key); }
svg .note.hold { fill: var(--hold-back); stroke: var(--hold); }
@media (max-width: 44rem) {
  h1 { font-size: 1.5rem; }
  .stacked thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  .stacked table, .stacked tbody, .stacked tr, .stacked th, .stacked td { display: block; width: auto; }
  .stacked tr { border: 1px solid var(--line); border-radius: 8px; margin: .75rem 0; overflow: hidden; }
  .stacked tbody th { width: auto; padding: .6rem .75rem; background: var(--panel); border-bottom: 0; }
  .stacked td { padding: .4rem .75rem; border-bottom: 0; display: grid; grid-template-columns: 5.5rem 1fr; gap: .5rem; }
  .stacked td::before { content: attr(data-label); color: var(--soft); font-size: .8rem; padding-top: .1rem; }
  .stacked td > div { min-width: 0; }
  td[data-label="Say"] { min-width: 0; }
  .wide { left: 0; transform: none; width: auto; min-width: 0; margin: 0 -1rem 0 0; max-width: none; }
  .wide th:first-child { max-width: 9.5rem; }
  figcaption { min-height: 0; }
}
@media print {
  .wide { overflow: visible; }
  tr, figure { break-inside: avoid; }
}
`;
