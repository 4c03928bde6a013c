import { randomUUID } from 'node:crypto'
import { limits, refuse } from '@talus/contract'
import type { ClinicId } from '@talus/contract'
import type { FileStore, Pourable, PutOptions, StoredFile } from '../../files/index.ts'
import type { Clock } from '../../jobs/define-job.ts'
import type { Reading, Readings } from '../../workers/index.ts'
import { begin, beginPoured } from './beginning.ts'
import { readBeginning, readStored } from './read-beginning.ts'
import type { Sender } from './archive.service.ts'

export interface ReceiveDeps {
  readonly files: FileStore
  readonly readings: Readings
  readonly clock: Clock
}

/** A file that is flushed to disk and has no records yet, and what it says of itself. */
export interface Received {
  readonly stored: StoredFile
  readonly reading: Reading
}

/** By the day, so that what a server left behind when it died is found without looking at all. */
export const keyFor = (clinicId: ClinicId, now: Date) =>
  `images/${clinicId}/${now.toISOString().slice(0, 10)}/${randomUUID()}.dcm`

/** What arrives, and how it is handed over at once where the store can take it so. */
export type Arriving = AsyncIterable<Uint8Array> & Partial<Pourable>

/** Knows no database: it may run in another thread than the records are written in. */
export async function receive(
  { files, readings, clock }: ReceiveDeps,
  bytes: Arriving,
  { clinicId, signal, taken }: Pick<Sender, 'clinicId' | 'signal' | 'taken'>,
): Promise<Received> {
  const { beginning, write } = begun(files, bytes)
  const first = beginning.then((head) =>
    head.bytes.byteLength === 0
      ? refuse('import/empty')
      : readBeginning(readings, head.bytes, head.isWhole),
  )
  const unwanted = new AbortController()
  const stop = () => unwanted.abort(signal?.reason)
  signal?.addEventListener('abort', stop, { once: true })
  if (signal?.aborted) stop()
  // Refused while the rest still arrives: the sender is not kept sending what is not wanted.
  first.catch((error: unknown) => unwanted.abort(error))
  const key = keyFor(clinicId, clock())
  // Somebody waits for what is taken here; what is sent is looked at later, if at all.
  const isForLater = taken === undefined
  const options = { maxBytes: limits.dicomBytes, signal: unwanted.signal, isForLater }
  // The file is made while the beginning is still on its way.
  const stored = await write(key, options).finally(() => signal?.removeEventListener('abort', stop))
  try {
    const read = await first
    const reading = read === 'needs-more' ? await readStored(readings, files, stored) : read
    return { stored, reading }
  } catch (error) {
    // Nobody knows it yet: nothing is lost with it, and the sender is told.
    await files.remove(key).catch(() => undefined)
    throw error
  }
}

function begun(files: FileStore, bytes: Arriving) {
  const { pour } = bytes
  if (files.pour && pour) {
    const { beginning, all } = beginPoured({ pour })
    const store = files.pour
    return { beginning, write: (key: string, options: PutOptions) => store(key, all, options) }
  }
  const { beginning, all } = begin(bytes)
  return { beginning, write: (key: string, options: PutOptions) => files.put(key, all, options) }
}
