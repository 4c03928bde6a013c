import type { UnscopedDb } from './db/open.ts'
import { findingKinds, openArchive, verify } from './features/archive/index.ts'
import type { FileStore } from './files/index.ts'
import type { Clock, Logger } from './jobs/define-job.ts'
import { startReadings } from './workers/index.ts'

export interface VerifySettings {
  readonly unscopedDb: UnscopedDb
  readonly files: FileStore
  readonly clock: Clock
  readonly log: Logger
  readonly repair: boolean
  readonly print: (line: string) => void
}

const words = {
  missing: 'file is missing',
  damaged: 'file is damaged',
  'no-header': 'attributes are not in the database',
  orphan: 'file without a record',
} as const

const everyImages = 10_000

/** `npm run verify`: says what is wrong with the archive. True where all is well in the end. */
export async function verifyArchive(settings: VerifySettings): Promise<boolean> {
  const { unscopedDb, files, clock, log, repair, print } = settings
  const readings = startReadings()
  const counts = new Map(findingKinds.map((kind) => [kind, { found: 0, repaired: 0 }]))
  let images = 0
  const onImage = (count: number) => {
    images = count
    if (count % everyImages === 0) print(`${count} images looked at`)
  }
  try {
    const archive = openArchive({ unscopedDb, files, readings, clock, log })
    const deps = { unscopedDb, files, archive, readings, clock, log, repair, onImage }
    for await (const { kind, key, imageId, isRepaired } of verify(deps)) {
      const count = counts.get(kind)
      if (count) {
        count.found += 1
        if (isRepaired) count.repaired += 1
      }
      const image = imageId === undefined ? '' : `image ${imageId}, `
      print(`${words[kind]}: ${image}${key}${isRepaired ? ' (repaired)' : ''}`)
    }
  } finally {
    await readings.close()
  }
  print(`${images} images looked at.`)
  let isWell = true
  for (const [kind, { found, repaired }] of counts) {
    if (found === 0) continue
    print(`${words[kind]}: ${found}, of which repaired: ${repaired}`)
    isWell &&= found === repaired
  }
  if (isWell) print('Every image has its file, and every file its image.')
  return isWell
}
