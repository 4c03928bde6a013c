import { allRoutes, escapeHtml } from '@talus/contract'
import type { FormShape, Route } from '@talus/contract'
import { z } from 'zod'

/** The API documentation is a page without scripts; users search it with the browser. */
const style = `
  :root { color-scheme: light dark; --line: color-mix(in srgb, currentColor 18%, transparent) }
  body { font: 14px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 960px; padding: 24px 16px 64px }
  h1 { font-size: 22px } h2 { font-size: 16px; margin: 32px 0 8px; text-transform: capitalize }
  details { border: 1px solid var(--line); border-radius: 8px; margin: 6px 0; padding: 0 12px }
  summary { cursor: pointer; padding: 8px 0; display: flex; gap: 12px; flex-wrap: wrap; align-items: baseline }
  code, pre { font: 13px/1.45 ui-monospace, monospace } pre { overflow-x: auto; white-space: pre-wrap }
  .method { font-weight: 700; min-width: 56px } .path { font-weight: 600 }
  .needs { margin-left: auto; opacity: .8 }
  dt { font-weight: 600; margin-top: 8px } dd { margin: 0 }
`

export function renderDocsPage({
  apiBase,
  isMounted,
}: {
  readonly apiBase: string
  readonly isMounted: (route: Route) => boolean
}): string {
  const groups = Map.groupBy(
    allRoutes.filter(({ route }) => isMounted(route)),
    ({ group }) => group,
  )
  const sections = [...groups].map(
    ([group, members]) =>
      `<h2>${escapeHtml(group)}</h2>${members.map(({ route }) => renderRoute(route, apiBase)).join('')}`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Talus API</title>
<meta name="viewport" content="width=device-width"><style>${style}</style></head><body>
<h1>Talus API</h1>
<p>Send <code>Authorization: Bearer …</code> with the token that <code>auth/login</code> answers in its
Authorization header. The same as an OpenAPI 3.1 document: <a href="${apiBase}docs/openapi.json">openapi.json</a>.</p>
${sections.join('\n')}</body></html>`
}

function renderRoute(route: Route, apiBase: string): string {
  const clinic =
    typeof route.clinic === 'string' ? route.clinic : `${route.clinic.in} ${route.clinic.name}`
  const parts = [
    ['Clinic', clinic],
    ['Path', formatSchema(route.params)],
    ['Query', formatSchema(route.query)],
    ['Body', formatSchema(route.body)],
    ['Form (multipart/form-data)', formatSchema(route.form?.fields)],
    ['Files', route.form && formatFiles(route.form)],
    ['Answer', formatSchema(route.response) ?? route.produces],
  ].filter((part): part is [string, string] => part[1] !== undefined && part[1] !== '')
  return `<details><summary><span class="method">${route.method}</span><code class="path">${escapeHtml(apiBase + route.path.slice(1))}</code>
<span>${escapeHtml(route.summary)}</span>
<span class="needs">needs: ${escapeHtml(route.needs)}</span></summary>
<dl>${parts.map(([name, text]) => `<dt>${name}</dt><dd><pre>${escapeHtml(text)}</pre></dd>`).join('')}</dl></details>`
}

const formatMegabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`

const formatFiles = ({ files, fileBytes }: FormShape): string =>
  Object.entries(files)
    .map(
      ([name, { min, max, bytes }]) =>
        `${name}: ${min === max ? max : `${min} to ${max}`}, each at most ${formatMegabytes(bytes)}, all files at most ${formatMegabytes(fileBytes)}`,
    )
    .join('\n')

function formatSchema(schema: z.ZodType | undefined): string | undefined {
  if (!schema) return undefined
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  })
  return JSON.stringify(json, null, 2)
}
