import type { Clock } from '@talus/node-kit/clock'
import type { Logger } from '@talus/node-kit/logger'
import type { UnscopedDb } from './db/open.ts'
import { findingKinds, openArchive, verifyFiles } from './features/archive/index.ts'
import type { FileStore } from './files/index.ts'
import { startReadPool, startTranscodePool } from './workers/index.ts'

export interface VerifySettings {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  readonly repair: boolean
  readonly print: (line: string) => void
  /** Files without a record that are younger are left out; by default those of the last minutes. */
  readonly orphansBefore?: string
}

const findingLabels = {
  missing: 'file is missing',
  damaged: 'file is damaged',
  'no-header': 'attributes are not in the database',
  orphan: 'file without a record',
} as const

const progressInterval = 10_000
/** The server may run meanwhile: a file that it is receiving has no record yet. */
const arrivingMs = 10 * 60_000

/**
 * Runs `npm run verify`: prints the faults of the archive. Returns true if all were repaired or
 * none found.
 */
export async function verifyArchive(settings: VerifySettings): Promise<boolean> {
  const { unscopedDb, files, clock, log, repair, print } = settings
  const readPool = startReadPool()
  const transcodePool = startTranscodePool()
  const counts = new Map(findingKinds.map((kind) => [kind, { found: 0, repaired: 0 }]))
  let images = 0
  const onImage = (count: number) => {
    images = count
    if (count % progressInterval === 0) print(`${count} images looked at`)
  }
  try {
    const archive = openArchive({ unscopedDb, files, readPool, transcodePool, clock, log })
    const recently = new Date(clock().getTime() - arrivingMs).toISOString()
    const orphansBefore = settings.orphansBefore ?? (repair ? undefined : recently)
    const reading = { unscopedDb, files, archive, readPool, clock, log }
    const deps = { ...reading, repair, onImage, orphansBefore }
    for await (const { kind, key, imageId, isRepaired } of verifyFiles(deps)) {
      const count = counts.get(kind)
      if (count) {
        count.found += 1
        if (isRepaired) count.repaired += 1
      }
      const image = imageId === undefined ? '' : `image ${imageId}, `
      print(`${findingLabels[kind]}: ${image}${key}${isRepaired ? ' (repaired)' : ''}`)
    }
  } finally {
    await Promise.all([readPool.close(), transcodePool.close()])
  }
  print(`${images} images looked at.`)
  let isWell = true
  for (const [kind, { found, repaired }] of counts) {
    if (found === 0) continue
    print(`${findingLabels[kind]}: ${found}, of which repaired: ${repaired}`)
    isWell &&= found === repaired
  }
  if (isWell) print('Every image has its file, and every file its image.')
  else if (!repair) print('To repair what can be repaired: npm run verify -- --repair')
  return isWell
}
