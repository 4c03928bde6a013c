import { Refusal, refuse } from '@talus/contract'
import type { ErrorCode } from '@talus/contract'
import type { Attributes } from '@talus/dicom'
import type { Logger } from '@talus/node-kit/logger'
import { toOutageRefusal } from '../../../db/outage.ts'
import type { ReadPool } from '../../../workers/index.ts'
import type { Archive, ReceivedFrom } from '../../archive/index.ts'
import type { StoredImage } from '../../audit/index.ts'
import type { BuildUrl } from '../resource-urls.ts'

/** One instance as it arrives; the memory of a chunk may be reused once the next is requested. */
export interface IncomingPart {
  /** The media type in lower case, without parameters. */
  readonly type: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export interface StoreDeps {
  readonly archive: Archive
  readonly readPool: ReadPool
  readonly log: Logger
  readonly buildUrl: BuildUrl
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
  'import/too-many-elements': 0xc1_22,
  'import/too-many-reads': 0xc1_22,
  'import/too-deep': 0xc1_22,
  'import/too-many-items': 0xc1_22,
  'import/text-too-long': 0xc1_22,
  'import/inflates-too-far': 0xc1_22,
  'import/header-too-long': 0xc1_22,
  'import/syntax-not-storable': 0xc1_22,
  'import/no-class': 0x01_22,
  'import/class-not-storable': 0x01_22,
  'import/directory': 0x01_22,
  'tray/full': 0xa7_00,
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
/** PS3.18 table I.2-1: the user's decision may change the patient of the instance. */
const coercion = 0xb0_00

/** A received instance is flushed and inserted while the next one arrives. */
const concurrentMax = 4

type Result =
  | { readonly study: string; readonly referenced: Attributes; readonly isHeld: boolean }
  | { readonly code: ErrorCode; readonly failed: Attributes }

/** Stores each part on its own: one that fails does not prevent the others. */
export async function storeParts(
  deps: StoreDeps,
  parts: AsyncIterable<IncomingPart>,
  sender: ReceivedFrom,
  onStored: (image: StoredImage) => void,
): Promise<StoreOutcome> {
  const storing: Promise<Result>[] = []
  const open = new Set<Promise<unknown>>()
  let broken: { readonly error: unknown } | undefined
  try {
    for await (const part of parts) {
      const { all, prefix, isRead } = teePrefix(part.bytes)
      const result = storeOne(deps, { type: part.type, all, prefix }, sender, onStored)
      storing.push(result)
      const ended: Promise<unknown> = result
        .catch(() => undefined)
        .finally(() => open.delete(ended))
      open.add(ended)
      await Promise.race([isRead, ended])
      if (open.size >= concurrentMax) await Promise.race(open)
    }
  } catch (error) {
    broken = { error }
  }
  const results = await Promise.all(storing)
  // The sender of a truncated body gets the result of the parts before.
  if (broken && results.some((result) => 'referenced' in result))
    results.push(await toFailure(deps, broken.error, Buffer.alloc(0), sender))
  else if (broken) throw broken.error
  return toOutcome(deps, results)
}

function toOutcome({ buildUrl }: StoreDeps, results: readonly Result[]): StoreOutcome {
  if (results.length === 0) refuse('request/malformed')
  const stored = results.filter((result) => 'referenced' in result)
  const failed = results.filter((result) => 'failed' in result)
  const shown = stored.filter(({ isHeld }) => !isHeld)
  const [study, ...others] = new Set(shown.map((result) => result.study))
  const codes = new Set(failed.map(({ code }) => code))
  return {
    status: toStatus(stored, failed.length, codes),
    attributes: {
      ...(study !== undefined && others.length === 0 && { RetrieveURL: buildUrl({ study }) }),
      ...(failed.length > 0 && { FailedSOPSequence: failed.map((result) => result.failed) }),
      ...(stored.length > 0 && {
        ReferencedSOPSequence: stored.map(({ referenced }) => referenced),
      }),
    },
  }
}

async function storeOne(
  deps: StoreDeps,
  part: Pick<IncomingPart, 'type'> & Pick<TeedPrefix, 'all' | 'prefix'>,
  sender: ReceivedFrom,
  onStored: (image: StoredImage) => void,
): Promise<Result> {
  try {
    if (part.type !== dicom) refuse('request/unsupported-type')
    const { outcome, sopClassUID, studyId, ...uids } = await deps.archive.store(part.all, sender)
    if (outcome !== 'known') onStored({ sopInstanceUID: uids.sopInstanceUID, studyId })
    const { studyInstanceUID: study, seriesInstanceUID: series, sopInstanceUID } = uids
    const isHeld = outcome === 'held'
    const referenced = {
      ReferencedSOPClassUID: sopClassUID,
      ReferencedSOPInstanceUID: sopInstanceUID,
      // A held instance cannot be retrieved until a user has decided about it.
      ...(isHeld
        ? { WarningReason: coercion }
        : { RetrieveURL: deps.buildUrl({ study, series, instance: sopInstanceUID }) }),
    }
    return { study, referenced, isHeld }
  } catch (error) {
    return toFailure(deps, error, part.prefix(), sender)
  }
}

async function toFailure(
  { log, readPool }: StoreDeps,
  error: unknown,
  prefix: Buffer,
  sender: ReceivedFrom,
): Promise<Result> {
  sender.signal?.throwIfAborted()
  const code =
    error instanceof Refusal ? error.code : (toOutageRefusal(error)?.code ?? 'server/failed')
  if (!(error instanceof Refusal)) log.error({ err: error }, 'an instance was not stored')
  const FailureReason = reasons[code] ?? processingFailure
  return { code, failed: { ...(await readIdentity(readPool, prefix)), FailureReason } }
}

/**
 * PS3.18 table 10.5.3-1: all, some or none were stored, or some with a warning. If none were for a single reason that is
 * not the sender's, the status states it.
 */
function toStatus(
  stored: readonly { readonly isHeld: boolean }[],
  failed: number,
  codes: ReadonlySet<ErrorCode>,
): number {
  const isHeld = stored.some((result) => result.isHeld)
  if (failed === 0 && !isHeld) return 200
  if (stored.length > 0) return 202
  const [only] = codes
  const statuses: Partial<Record<ErrorCode, number>> = {
    'request/unsupported-type': 415,
    'storage/full': 507,
    'server/unavailable': 503,
  }
  return (codes.size === 1 && only !== undefined && statuses[only]) || 409
}

const prefixBytes = 64 * 1024

type TeedPrefix = ReturnType<typeof teePrefix>

/** Copies the prefix on its way, to identify the instance if it fails. */
function teePrefix(bytes: AsyncIterable<Uint8Array>) {
  let prefix: Buffer = Buffer.alloc(0)
  const { promise: isRead, resolve } = Promise.withResolvers<void>()
  async function* all() {
    for await (const chunk of bytes) {
      if (prefix.byteLength < prefixBytes)
        prefix = Buffer.concat([prefix, chunk.subarray(0, prefixBytes)])
      yield chunk
    }
    resolve()
  }
  return { all: all(), prefix: () => prefix, isRead }
}

const prefixMin = 132

async function readIdentity(readPool: ReadPool, prefix: Buffer): Promise<Attributes> {
  try {
    if (prefix.byteLength < prefixMin) return unknown
    const { identity } = await readPool.read(new Uint8Array(prefix), prefix.byteLength)
    return {
      ReferencedSOPClassUID: identity.sopClassUid,
      ReferencedSOPInstanceUID: identity.sopInstanceUid,
    }
  } catch {
    // The file cannot be parsed.
    return unknown
  }
}

const unknown: Attributes = { ReferencedSOPClassUID: '', ReferencedSOPInstanceUID: '' }
