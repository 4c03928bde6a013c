import { createHash } from 'node:crypto'
import { build, mergeConfig } from 'vite'
import type { Plugin, Rolldown, UserConfig } from 'vite'

type ChunkGroup = NonNullable<Rolldown.CodeSplittingOptions['groups']>[number]

/** The code that a browser loads before a user can work with the study list. */
const firstPages = /[\\/]src[\\/](?:main|app[\\/]app|routes[\\/]study-list\.route)\.tsx$/u
const signIn = /[\\/]src[\\/]routes[\\/]login\.route\.tsx$/u
/** The drawings of the sign-in page, which it loads after its form; the maps of capture share them. */
const signInArt = /[\\/]src[\\/]ui[\\/]art[\\/]sign-in-art\.tsx$/u
/** Code that the browser prefetches when it is idle: the registration, and parts of the first pages. */
const nextParts = /[\\/]src[\\/].*(?:[\\/]registration\.route|\.part)\.tsx$/u

const style = /\.css(?:$|\?)/u
const library = /node_modules/u
/** Our own code without the translations, which are in one file per language and screen. */
const own = /[\\/](?:apps[\\/]web[\\/]src|packages[\\/](?!i18n)[a-z]+)[\\/]|^\0talus-routes\//u
const images =
  /[\\/](?:apps[\\/]web[\\/]src[\\/](?:viewer|stacks)|packages[\\/](?:measurements|volume))[\\/]/u

/** The files that the entry page loads before the application. */
export const boot: ChunkGroup = { name: 'boot', tags: ['$initial'], priority: 9 }

interface ModulesByUse {
  readonly first: ReadonlySet<string>
  readonly signIn: ReadonlySet<string>
  readonly art: ReadonlySet<string>
  readonly next: ReadonlySet<string>
}

/**
 * Returns the modules of the first pages and of the parts that follow. They are read from a build
 * with a file for each module, in which the bundler has removed unused imports, such as the other
 * records of the contract.
 */
export async function findModulesByUse(config: UserConfig): Promise<ModulesByUse> {
  const group: ChunkGroup = {
    name: (id) => `module-${createHash('sha256').update(id).digest('hex')}`,
    includeDependenciesRecursively: false,
  }
  // Style sheets have no file of script; each belongs to the module that imports it.
  const styles = new Map<string, readonly string[]>()
  const readStyles: Plugin = {
    name: 'talus-styles',
    generateBundle() {
      for (const id of this.getModuleIds())
        styles.set(id, this.getModuleInfo(id)?.importedIds.filter((one) => style.test(one)) ?? [])
    },
  }
  const { output } = (await build(
    mergeConfig(config, {
      plugins: [readStyles],
      configFile: false,
      root: import.meta.dirname,
      logLevel: 'silent',
      build: {
        write: false,
        minify: false,
        reportCompressedSize: false,
        rolldownOptions: { output: { codeSplitting: { groups: [group] } } },
      },
    }),
  )) as Rolldown.RolldownOutput
  const chunks = new Map(
    output.filter((one) => one.type === 'chunk').map((chunk) => [chunk.fileName, chunk]),
  )
  /** The chosen modules, and those that they import. */
  const findModules = (isChosen: (id: string) => boolean) => {
    const found = new Set(
      [...chunks.values()].filter(({ moduleIds }) => moduleIds.some((id) => isChosen(id))),
    )
    // The loop also visits the chunks that are added in it.
    for (const { imports } of found)
      for (const name of imports) {
        const chunk = chunks.get(name)
        if (chunk) found.add(chunk)
      }
    const ids = [...found].flatMap(({ moduleIds }) => moduleIds)
    return new Set(ids.flatMap((id) => [id, ...(styles.get(id) ?? [])]))
  }
  return {
    first: findModules((id) => firstPages.test(id)),
    signIn: findModules((id) => signIn.test(id)),
    art: findModules((id) => signInArt.test(id)),
    next: findModules((id) => nextParts.test(id)),
  }
}

/**
 * Few files: a browser makes six requests at a time, and by default the bundler creates a file for
 * each set of pages that share a module, a hundred for the first page. The first pages are two
 * files; the one with the libraries changes rarely.
 */
export function createChunkGroups({ first, signIn, art, next }: ModulesByUse): ChunkGroup[] {
  const isOf = (modules: ReadonlySet<string>, kind: RegExp) => (id: string) =>
    modules.has(id) && kind.test(id)
  // The sets contain what their modules import. By default a group would add unused imports again.
  const exact = { includeDependenciesRecursively: false }
  return [
    { ...exact, name: 'libraries', test: isOf(first, library), priority: 8 },
    { ...exact, name: 'common', test: isOf(first, own), priority: 7 },
    { ...exact, name: 'sign-in', test: (id) => signIn.has(id), priority: 6 },
    { ...exact, name: 'art', test: (id) => art.has(id), priority: 6 },
    { ...exact, name: 'next-libraries', test: isOf(next, library), priority: 5 },
    { ...exact, name: 'next', test: isOf(next, own), priority: 4 },
    { name: 'further-libraries', test: library, minShareCount: 2, priority: 3 },
    { name: 'images', test: images, minShareCount: 2, priority: 2 },
    { name: 'further-common', test: own, minShareCount: 2, priority: 1 },
  ]
}
