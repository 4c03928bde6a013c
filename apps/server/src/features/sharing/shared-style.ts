/**
 * The colours of the product. Inline, with its hash in the content security policy of the page: one
 * request, no script.
 */
export const style = `
:root { color-scheme: light dark; --canvas: #f6f8fa; --card: #fff; --line: #e0e5eb; --text: #17212b; --quiet: #5b6977; --accent: #0b726b; --on-accent: #fff; --fault: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --canvas: #0b0e11; --card: #10151a; --line: #303a45; --text: #e4eaf0; --quiet: #9cabb8; --accent: #5fc8bd; --on-accent: #08201e; --fault: #ff9b8f; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 16px/24px Inter, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 32px; }
h1 { margin: 0; font-size: 24px; line-height: 32px; font-weight: 600; overflow-wrap: anywhere; }
h1.small { margin: 16px 0 8px; font-size: 18px; line-height: 24px; }
p { margin: 4px 0 0; }
header p, footer p { color: var(--quiet); overflow-wrap: anywhere; }
footer { margin-top: 24px; font-size: 14px; line-height: 20px; }
a { color: var(--accent); }
.actions, .steps { display: flex; flex-wrap: wrap; gap: 8px; margin: 16px 0; }
.steps { margin: 0; }
.steps .button { padding: 8px 10px; font-size: 14px; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 44px; padding: 8px 16px; border: 1px solid var(--accent); border-radius: 8px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer; }
.button.quiet { background: none; color: var(--accent); }
a:focus-visible, button:focus-visible, input:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 220px), 1fr)); gap: 16px; margin: 0; padding: 0; list-style: none; }
.tiles li { display: flex; flex-direction: column; gap: 8px; padding: 8px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); font-size: 14px; line-height: 20px; overflow-wrap: anywhere; }
.tiles a, .none { display: flex; align-items: center; justify-content: center; aspect-ratio: 1; margin: 0; border-radius: 4px; background: #000; color: #c8d2dc; text-align: center; }
.tiles img { width: 100%; height: 100%; object-fit: contain; }
.none { padding: 16px; }
.picture { display: block; background: #000; border-radius: 8px; }
.picture img { display: block; max-width: 100%; max-height: 85vh; margin: 0 auto; color: #c8d2dc; }
.card { max-width: 420px; margin: 8vh auto 0; padding: 24px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); }
.card p { margin: 8px 0 16px; }
.card label { display: block; font-weight: 600; }
.card input { width: 100%; min-height: 44px; margin: 4px 0 16px; padding: 8px 12px; border: 1px solid var(--quiet); border-radius: 8px; background: var(--canvas); color: inherit; font: inherit; letter-spacing: 4px; }
.card .fault { margin-top: -8px; color: var(--fault); }
.card .button { width: 100%; }
`
