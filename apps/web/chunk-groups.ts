import { build, mergeConfig } from 'vite'
import type { Rolldown, UserConfig } from 'vite'

type ChunkGroup = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number]

/**
 * The code that a browser needs for the sign-in and the pages that follow it. Everything else is
 * loaded with the page that uses it.
 */
const firstPages =
  /[\\/]src[\\/](?:app[\\/]app|routes[\\/](?:login|registration|study-list)\.route)\.tsx$/u

const library = /node_modules/u
/** Our own code without the translations, which are in one file per language and screen. */
const own = /[\\/](?:apps[\\/]web[\\/]src|packages[\\/](?!i18n)[a-z]+)[\\/]/u
const images =
  /[\\/](?:apps[\\/]web[\\/]src[\\/](?:viewer|stacks)|packages[\\/](?:measurements|volume))[\\/]/u

/** The files that the entry page loads before the application. */
export const boot: ChunkGroup = { name: 'boot', tags: ['$initial'], priority: 9 }

/**
 * Returns the modules of the first pages. They are read from a build without any groups, in which
 * the bundler has removed unused imports, such as the other records of the contract.
 */
export async function findFirstModules(config: UserConfig): Promise<ReadonlySet<string>> {
  const { output } = (await build(
    mergeConfig(config, {
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'silent',
      build: { write: false, minify: false, reportCompressedSize: false },
    }),
  )) as Rolldown.RolldownOutput
  const chunks = new Map(
    output.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  const isFirst = ({ isEntry, facadeModuleId }: Rolldown.OutputChunk) =>
    isEntry || firstPages.test(facadeModuleId ?? '')
  const found = new Set([...chunks.values()].filter(isFirst))
  // The loop also visits the chunks that are added in it.
  for (const { imports } of found)
    for (const name of imports) {
      const chunk = chunks.get(name)
      if (chunk) found.add(chunk)
    }
  return new Set([...found].flatMap(({ moduleIds }) => moduleIds))
}

/**
 * Few files: a browser makes six requests at a time, and by default the bundler creates a file for
 * each set of pages that share a module, a hundred for the first page. The first pages are two
 * files; the one with the libraries changes rarely.
 */
export function createChunkGroups(first: ReadonlySet<string>): ChunkGroup[] {
  const ofFirst = (kind: RegExp) => (id: string) => first.has(id) && kind.test(id)
  return [
    { name: 'libraries', test: ofFirst(library), minShareCount: 2, priority: 8 },
    { name: 'common', test: ofFirst(own), priority: 7 },
    { name: 'further-libraries', test: library, minShareCount: 2, priority: 3 },
    { name: 'images', test: images, minShareCount: 2, priority: 2 },
    { name: 'further-common', test: own, minShareCount: 2, priority: 1 },
  ]
}
