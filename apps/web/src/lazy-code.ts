/** Code of a part of a page that is loaded when it is first needed. */
export interface LazyCode<Code> {
  /** The code, if it has been loaded. */
  readonly get: () => Code | undefined
  /** Loads the code once; after a failure the next call tries again. */
  readonly load: () => Promise<Code>
}

/** Names of the files, which the build writes into the page; none during development. */
const readFileNames = () =>
  globalThis.document
    ?.querySelector('meta[name="talus-lazy-files"]')
    ?.getAttribute('content')
    ?.split(' ')
    .filter(Boolean) ?? []

async function fetchFile(name: string) {
  const response = await fetch(new URL(name, document.baseURI))
  if (!response.ok) throw new Error(`The file ${name} could not be loaded.`)
  await response.arrayBuffer()
}

/**
 * Brings the files into the cache of the browser. An import that fails without them would fail for
 * as long as the page is open, also when the network is back.
 */
const fetchFiles = () => Promise.all(readFileNames().map(fetchFile))
let fetched: Promise<unknown> | undefined

async function fetchOnce() {
  fetched ??= fetchFiles()
  try {
    await fetched
  } catch (error) {
    fetched = undefined
    throw error
  }
}

/** Every lazy part of the loaded pages, in the order in which they are prefetched. */
const parts = new Set<LazyCode<unknown>>()

/**
 * Declares lazy code. Its file is named `*.part.tsx`: the build bundles these files together, and
 * the browser prefetches them when it is idle.
 */
export function lazyCode<Code>(importCode: () => Promise<Code>): LazyCode<Code> {
  let loaded: Code | undefined
  let loading: Promise<Code> | undefined
  const importOnce = async () => {
    try {
      await fetchOnce()
      loaded = await importCode()
      return loaded
    } finally {
      loading = undefined
    }
  }
  const part: LazyCode<Code> = {
    get: () => loaded,
    load: () => (loaded === undefined ? (loading ??= importOnce()) : Promise.resolve(loaded)),
  }
  parts.add(part)
  return part
}

/** Loads the parts that are not loaded yet. A failed part is loaded when it is needed. */
export const prefetchLazyCode = () => Promise.allSettled([...parts].map((part) => part.load()))
