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

/** One that has come in whole is flushed and filed while the next comes in. */
const filedAtOnce = 4

type Result =
  | { readonly study: string; readonly referenced: Attributes }
  | { readonly code: ErrorCode; readonly failed: Attributes }

/** Each part on its own: one that cannot be taken does not keep the others out. */
export async function storeParts(
  deps: StoreDeps,
  parts: AsyncIterable<IncomingPart>,
  sender: Sender,
  onStored: () => void,
): Promise<StoreOutcome> {
  const storing: Promise<Result>[] = []
  const open = new Set<Promise<unknown>>()
  let broken: { readonly error: unknown } | undefined
  try {
    for await (const part of parts) {
      const { all, beginning, isRead } = kept(part.bytes)
      const result = storeOne(deps, { type: part.type, all, beginning }, sender, onStored)
      storing.push(result)
      const ended: Promise<unknown> = result
        .catch(() => undefined)
        .finally(() => open.delete(ended))
      open.add(ended)
      await Promise.race([isRead, ended])
      if (open.size >= filedAtOnce) await Promise.race(open)
    }
  } catch (error) {
    broken = { error }
  }
  const results = await Promise.all(storing)
  // Whoever sent a body that breaks in the middle learns what has come in before.
  if (broken && results.some((result) => 'referenced' in result))
    results.push(await failure(deps, broken.error, Buffer.alloc(0), sender))
  else if (broken) throw broken.error
  return outcomeOf(deps, results)
}

function outcomeOf({ addressOf }: StoreDeps, results: readonly Result[]): StoreOutcome {
  if (results.length === 0) refuse('request/malformed')
  const stored = results.filter((result) => 'referenced' in result)
  const failed = results.filter((result) => 'failed' in result)
  const [study, ...others] = new Set(stored.map((result) => result.study))
  const codes = new Set(failed.map(({ code }) => code))
  return {
    status: statusOf(stored.length, failed.length, codes),
    attributes: {
      ...(study !== undefined && others.length === 0 && { RetrieveURL: addressOf({ study }) }),
      ...(failed.length > 0 && { FailedSOPSequence: failed.map((result) => result.failed) }),
      ...(stored.length > 0 && {
        ReferencedSOPSequence: stored.map(({ referenced }) => referenced),
      }),
    },
  }
}

async function storeOne(
  deps: StoreDeps,
  part: Pick<IncomingPart, 'type'> & Pick<Kept, 'all' | 'beginning'>,
  sender: Sender,
  onStored: () => void,
): Promise<Result> {
  try {
    if (part.type !== dicom) refuse('request/unsupported-type')
    const { outcome, sopClassUID, ...uids } = await deps.archive.store(part.all, sender)
    if (outcome === 'stored') onStored()
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = uids
    const referenced = {
      ReferencedSOPClassUID: sopClassUID,
      ReferencedSOPInstanceUID: sopInstanceUID,
      RetrieveURL: deps.addressOf({ study, series, instance: sopInstanceUID }),
    }
    return { study, referenced }
  } catch (error) {
    return failure(deps, error, part.beginning(), sender)
  }
}

async function failure(
  { log, readings }: StoreDeps,
  error: unknown,
  beginning: Buffer,
  sender: Sender,
): Promise<Result> {
  sender.signal?.throwIfAborted()
  const code = error instanceof Refusal ? error.code : 'server/failed'
  if (!(error instanceof Refusal)) log.error({ err: error }, 'an instance was not stored')
  const FailureReason = reasons[code] ?? processingFailure
  return { code, failed: { ...(await identityIn(readings, beginning)), FailureReason } }
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

type Kept = ReturnType<typeof kept>

/** The first bytes on their way, to tell afterwards which instance it was that failed. */
function kept(bytes: AsyncIterable<Uint8Array>) {
  let beginning: Buffer = Buffer.alloc(0)
  const { promise: isRead, resolve } = Promise.withResolvers<void>()
  async function* all() {
    for await (const chunk of bytes) {
      if (beginning.byteLength < beginningBytes)
        beginning = Buffer.concat([beginning, chunk.subarray(0, beginningBytes)])
      yield chunk
    }
    resolve()
  }
  return { all: all(), beginning: () => beginning, isRead }
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
