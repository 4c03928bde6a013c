import type { Registry } from '../telemetry/registry.ts'
import { StorageUnavailable } from './file-store.ts'
import type { FileStore } from './file-store.ts'

/** The same store, whose calls are counted with their duration. */
export function measureFileStore(files: FileStore, registry: Registry): FileStore {
  const durations = registry.histogram(
    'talus_file_store_seconds',
    'Duration of calls of the file store; `read` and `open` until the first byte can be read.',
    'operation',
  )
  const errors = registry.counter(
    'talus_file_store_errors_total',
    'Calls of the file store that failed; `outage` is a full, read-only or unreachable store.',
    'operation',
    'kind',
  )
  const written = registry.counter('talus_file_store_written_bytes_total', 'Bytes of stored files.')

  async function measure<Result>(operation: string, work: () => Promise<Result>): Promise<Result> {
    const started = performance.now()
    try {
      return await work()
    } catch (error) {
      errors.add([operation, error instanceof StorageUnavailable ? 'outage' : 'other'])
      throw error
    } finally {
      durations.observe([operation], (performance.now() - started) / 1000)
    }
  }

  const { pipe } = files
  return {
    ...files,
    put: async (key, bytes, options) => {
      const stored = await measure('put', () => files.put(key, bytes, options))
      written.add([], stored.byteLength)
      return stored
    },
    ...(pipe && {
      pipe: async (key, bytes, options) => {
        const stored = await measure('put', () => pipe(key, bytes, options))
        written.add([], stored.byteLength)
        return stored
      },
    }),
    read: (key, range) => measure('read', () => files.read(key, range)),
    open: (key, start) => measure('open', () => files.open(key, start)),
    stat: (key) => measure('stat', () => files.stat(key)),
    remove: (key) => measure('remove', () => files.remove(key)),
    check: () => measure('check', () => files.check()),
  }
}
