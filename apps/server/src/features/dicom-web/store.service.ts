import { Refusal, refuse } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import type { Logger } from '../../jobs/define-job.ts'
import type { Readings } from '../../workers/index.ts'
import type { Archive, Sender } from '../archive/index.ts'
import type { AddressOf } from './addresses.ts'
import type { IncomingPart } from './multipart-reader.ts'

export interface StoreDeps {
  readonly archive: Archive
  readonly readings: Readings
  readonly log: Logger
  readonly addressOf: AddressOf
}

export interface StoreOutcome {
  readonly status: number
  /** The Store Instances Response Module of PS3.18 table 10.5.3-1 and annex I. */
  readonly attributes: Attributes
}

const dicom = 'application/dicom'

/** PS3.18 table I.2-2 and PS3.4 table B.2-1. */
const reasons: Partial<Readonly<Record<ErrorCode, number>>> = {
  'import/other-study': 0xa9_00,
  'import/no-uid': 0xa9_00,
  'import/unsupported': 0xc1_22,
  'request/too-large': 0xa7_00,
  'storage/full': 0xa7_00,
  'server/unavailable': 0xa7_00,
  'import/not-dicom': 0xc0_00,
  'import/damaged': 0xc0_00,
  'import/empty': 0xc0_00,
  'request/unsupported-type': 0xc0_00,
  'request/malformed': 0xc0_00,
}
const processingFailure = 0x01_10

/** Each part on its own: one that cannot be taken does not keep the others out. */
export async function storeParts(
  deps: StoreDeps,
  parts: AsyncIterable<IncomingPart>,
  sender: Sender,
  onStored: () => void,
): Promise<StoreOutcome> {
  const { archive, log, addressOf, readings } = deps
  const referenced: Attributes[] = []
  const failed: Attributes[] = []
  const studies = new Set<string>()
  const codes = new Set<ErrorCode>()

  const failure = async (error: unknown, beginning: Buffer) => {
    sender.signal?.throwIfAborted()
    const code = error instanceof Refusal ? error.code : 'server/failed'
    if (!(error instanceof Refusal)) log.error({ err: error }, 'an instance was not stored')
    codes.add(code)
    const FailureReason = reasons[code] ?? processingFailure
    failed.push({ ...(await identityIn(readings, beginning)), FailureReason })
  }

  async function storeOne({ type, bytes }: IncomingPart) {
    const { all, beginning } = kept(bytes)
    try {
      if (type !== dicom) refuse('request/unsupported-type')
      const { outcome, sopClassUID, ...uids } = await archive.store(all, sender)
      if (outcome === 'stored') onStored()
      const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = uids
      studies.add(study)
      referenced.push({
        ReferencedSOPClassUID: sopClassUID,
        ReferencedSOPInstanceUID: sopInstanceUID,
        RetrieveURL: addressOf({ study, series, instance: sopInstanceUID }),
      })
    } catch (error) {
      await failure(error, beginning())
    }
  }

  try {
    for await (const part of parts) await storeOne(part)
  } catch (error) {
    // Whoever sent a body that breaks in the middle learns what has come in before.
    if (referenced.length === 0) throw error
    await failure(error, Buffer.alloc(0))
  }
  if (referenced.length + failed.length === 0) refuse('request/malformed')
  return {
    status: statusOf(referenced.length, failed.length, codes),
    attributes: {
      ...(studies.size === 1 && { RetrieveURL: addressOf({ study: [...studies][0] ?? '' }) }),
      ...(failed.length > 0 && { FailedSOPSequence: failed }),
      ...(referenced.length > 0 && { ReferencedSOPSequence: referenced }),
    },
  }
}

/** PS3.18 table 10.5.3-1: all, some or none. Why none were, where it was one reason and not theirs. */
function statusOf(stored: number, failed: number, codes: ReadonlySet<ErrorCode>): number {
  if (failed === 0) return 200
  if (stored > 0) return 202
  const [only] = codes
  const telling: Partial<Record<ErrorCode, number>> = {
    'request/unsupported-type': 415,
    'storage/full': 507,
    'server/unavailable': 503,
  }
  return (codes.size === 1 && only !== undefined && telling[only]) || 409
}

const beginningBytes = 64 * 1024

/** The first bytes on their way, to tell afterwards which instance it was that failed. */
function kept(bytes: AsyncIterable<Uint8Array>) {
  let beginning: Buffer = Buffer.alloc(0)
  async function* all() {
    for await (const chunk of bytes) {
      if (beginning.byteLength < beginningBytes)
        beginning = Buffer.concat([beginning, chunk.subarray(0, beginningBytes)])
      yield chunk
    }
  }
  return { all: all(), beginning: () => beginning }
}

const shortest = 132

async function identityIn(readings: Readings, beginning: Buffer): Promise<Attributes> {
  try {
    if (beginning.byteLength < shortest) return unknown
    const { identity } = await readings.read(new Uint8Array(beginning), beginning.byteLength)
    return {
      ReferencedSOPClassUID: identity.sopClassUid,
      ReferencedSOPInstanceUID: identity.sopInstanceUid,
    }
  } catch {
    // It is no file that says what it is.
    return unknown
  }
}

const unknown: Attributes = { ReferencedSOPClassUID: '', ReferencedSOPInstanceUID: '' }
