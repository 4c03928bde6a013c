export interface CruisedModule {
  readonly source: string
  readonly dependencies: readonly { readonly resolved: string }[]
}

/** Folders whose sub-folders must not import each other in a circle. */
const parents: readonly RegExp[] = [
  /^apps\/server\/src\/features\/[^/]+\//u,
  /^apps\/web\/src\/stacks\//u,
  /^apps\/web\/src\/viewer\//u,
  /^apps\/web\/src\/viewer\/[^/]+\//u,
  /^packages\/[^/]+\/src\//u,
]
const testFile = /\.(?:test|spec)\.tsx?$|\/testing\//u

type Graph = ReadonlyMap<string, ReadonlyMap<string, string>>

/** The sub-folder of `parent` that holds a file; undefined for a file of the parent itself. */
function getSubfolder(path: string, parent: RegExp): string | undefined {
  const match = parent.exec(path)
  const rest = match && path.slice(match[0].length)
  return match && rest?.includes('/') ? match[0] + rest.slice(0, rest.indexOf('/')) : undefined
}

/** From each sub-folder to those that it imports, with one import as an example. */
function createGraph(modules: readonly CruisedModule[], parent: RegExp): Graph {
  const graph = new Map<string, Map<string, string>>()
  for (const { source, dependencies } of modules) {
    const from = testFile.test(source) ? undefined : getSubfolder(source, parent)
    if (from === undefined) continue
    for (const { resolved } of dependencies) {
      const to = testFile.test(resolved) ? undefined : getSubfolder(resolved, parent)
      const isSibling = to !== undefined && parent.exec(from)?.[0] === parent.exec(to)?.[0]
      if (!isSibling || to === from) continue
      const targets = graph.get(from) ?? new Map<string, string>()
      if (!targets.has(to)) targets.set(to, `${source} -> ${resolved}`)
      graph.set(from, targets)
    }
  }
  return graph
}

/** The shortest way from a folder back to itself. */
function findCircle(graph: Graph, start: string): readonly string[] | undefined {
  const ways = [[start]]
  const seen = new Set<string>()
  for (let way = ways.shift(); way; way = ways.shift()) {
    for (const next of graph.get(way.at(-1) ?? '')?.keys() ?? []) {
      if (next === start) return [...way, start]
      if (seen.has(next)) continue
      seen.add(next)
      ways.push([...way, next])
    }
  }
  return undefined
}

/**
 * Finds circles between the sub-folders of a feature or a package, type imports included: their
 * files are free of circles, but such folders cannot be understood one by one.
 */
export function findFolderCircles(modules: readonly CruisedModule[]): string[] {
  return parents.flatMap((parent) => {
    const graph = createGraph(modules, parent)
    return [...graph.keys()].flatMap((start) => {
      const circle = findCircle(graph, start)
      // Each circle is reported once, at its first folder.
      if (!circle || circle.some((folder) => folder < start)) return []
      const steps = circle
        .slice(1)
        .map((to, index) => graph.get(circle[index] ?? '')?.get(to) ?? '')
      return [`folder circle: ${circle.join(' -> ')}\n    ${steps.join('\n    ')}`]
    })
  })
}
