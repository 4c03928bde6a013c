import type { Route } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { parseSync } from 'vite'
import type { Plugin } from 'vite'

const table = '\0talus-routes'

/**
 * Replaces the table of routes with one without schemas. A page calls routes by method and path;
 * the schemas would add zod to the first load. Forms import the schemas that they check. Each route
 * is a module of its own, so that it is in the file of the pages that call it.
 */
export const routesWithoutSchemas: Plugin = {
  name: 'talus-routes',
  enforce: 'pre',
  resolveId: (id) =>
    id === '@talus/contract/routes' ? table : id.startsWith(`${table}/`) ? id : undefined,
  load: (id) => {
    if (id !== table && !id.startsWith(`${table}/`)) return undefined
    const [group, name] = id.split('/').slice(1)
    return { code: writeRoutes(routes, group, name), moduleSideEffects: false }
  },
}

type Groups = Readonly<Record<string, Readonly<Record<string, Route>>>>

/** Writes the module of all routes, of a group, or of one route. */
function writeRoutes(groups: Groups, group: string | undefined, name: string | undefined): string {
  const quote = (id: string) => JSON.stringify(id)
  if (group === undefined) return `export * as routes from ${quote(`${table}/all`)}`
  if (group === 'all')
    return Object.keys(groups)
      .map((one) => `export * as ${one} from ${quote(`${table}/${one}`)}`)
      .join('\n')
  const members = groups[group] ?? {}
  if (name === undefined)
    return Object.keys(members)
      .map((one) => `export { route as ${one} } from ${quote(`${table}/${group}/${one}`)}`)
      .join('\n')
  const route = members[name]
  if (!route) throw new Error(`There is no route ${group}.${name}.`)
  const { method, path, needs } = route
  return `export const route = ${JSON.stringify({ method, path, needs })}`
}

const contract = /[\\/]packages[\\/]contract[\\/]src[\\/][a-z-]+\.ts$/u

/**
 * Marks the top-level constants of the contract as free of side effects. The bundler cannot know
 * that `z.object()` and `defineRoute()` only return a value: a page that uses one list of a file
 * would load all of its schemas and routes, and zod with them.
 */
export const pureSchemas: Plugin = {
  name: 'talus-pure-schemas',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: contract },
    handler: (code, id) => ({ code: markAsPure(code, id), map: null }),
  },
}

/** The parts of a syntax tree that are read here; the parser's own types are not installed. */
interface Statement {
  readonly type: string
  readonly declaration?: Statement | null
  readonly declarations?: readonly { readonly init?: Value | null }[]
}
interface Value {
  readonly type: string
  readonly start: number
  readonly end: number
}

/** Wraps every constant that may call a function in a call that the bundler may remove. */
export function markAsPure(code: string, id: string): string {
  const { body } = parseSync(id, code).program as { readonly body: readonly Statement[] }
  const values = body
    .map((statement) => statement.declaration ?? statement)
    .flatMap(({ declarations }) => declarations ?? [])
    .flatMap(({ init }) => init ?? [])
  let marked = code
  // From the last one, so that the positions of the others stay valid.
  for (const { start, end, type } of values.toReversed()) {
    const value = code.slice(start, end)
    if (type === 'ArrowFunctionExpression' || !value.includes('(')) continue
    marked = `${marked.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${marked.slice(end)}`
  }
  return marked
}
