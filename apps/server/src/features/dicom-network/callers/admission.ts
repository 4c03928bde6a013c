import { uncompressedSyntaxes } from '@talus/dicom'
import { exchangeRights } from '@talus/contract'
import type { AttemptReason, ClinicId, DicomDevice, ExchangeRight, Variant } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { isStorageClass, chooseTransferSyntax, uids } from '../../../dimse/index.ts'
import type { Admission, Caller, ContextDecision } from '../../../dimse/index.ts'
import type { AttemptLog } from './attempt-log.ts'
import { listDevices } from './devices.queries.ts'
import { hasRight } from './devices.service.ts'
import { explainMismatch, findMatching, getNeededRight } from './match-device.ts'
import * as receivers from './receiver-settings.queries.ts'
import { acceptsUnlisted } from './receiver-settings.service.ts'
import { chooseSyntaxToReceive, chooseSyntaxToSend } from './transfer-syntaxes.ts'

/** The scope of an admitted caller: one clinic, and no data of any other. */
export interface CallerSession {
  readonly clinicId: ClinicId
  readonly db: ClinicDb
  readonly timeZone: string
  readonly rights: ReadonlySet<ExchangeRight>
  /** SOP classes for which the caller takes the SCP role, to receive objects by C-GET. */
  readonly retrieveSopClasses: ReadonlySet<string>
}

/** By which a caller is recognised. */
export type CallerIdentity = Pick<Caller, 'calling' | 'called' | 'address' | 'certificate'> &
  Partial<Pick<Caller, 'roles'>>

export interface AdmissionDeps {
  readonly unscopedDb: UnscopedDb
  readonly variant: Variant
  readonly dicomAeTitle: string
}

/** PS3.8 9.3.4: rejected permanently by the service user. */
const createRejection = (reason: number) => ({ result: 1, source: 1, reason })
const callingTitleUnknown = createRejection(3)
const calledTitleUnknown = createRejection(7)

/** Admits a caller, and records the connection of a caller that the clinic has not listed. */
export async function admit(
  deps: AdmissionDeps & { readonly attempts: AttemptLog },
  caller: Caller,
): Promise<Admission<CallerSession>> {
  const { attempts } = deps
  const wanted = listWantedRights(caller)
  const clinic = await findCalledClinic(deps, caller.called)
  if (!clinic) {
    // On a clinic's own server a wrong called title is a mistake in the settings of a device.
    const first =
      deps.variant === 'local' ? await receivers.findFirstClinic(deps.unscopedDb) : undefined
    if (first) attempts.add({ clinicId: first.id, caller, reason: 'called-title', wanted })
    return { isAdmitted: false, rejection: calledTitleUnknown }
  }
  const { devices, matching, rights, session } = await findRights(deps, clinic, caller)
  const note = { clinicId: clinic.id, caller, wanted }
  if (!rights) {
    attempts.add({ ...note, reason: explainMismatch(devices, caller) })
    return { isAdmitted: false, rejection: callingTitleUnknown }
  }
  for (const { id } of matching) attempts.sawDevice(id, caller.address)
  if (matching.length === 0)
    attempts.add({ ...note, reason: explainUnlisted({ devices, rights, wanted }, caller) })
  else if (wanted.some((right) => !rights.has(right))) {
    const isGivenSome = wanted.some((right) => rights.has(right))
    attempts.add({ ...note, reason: isGivenSome ? 'right' : 'no-right' })
  }
  return { isAdmitted: true, session: { ...session, rights } }
}

/**
 * The session of a caller if it still has a right. An association can last for hours, and the
 * clinic may have removed the device meanwhile.
 */
export async function authorize(
  deps: AdmissionDeps,
  caller: CallerIdentity,
  right: ExchangeRight,
): Promise<CallerSession | undefined> {
  const clinic = await findCalledClinic(deps, caller.called)
  const found = clinic && (await findRights(deps, clinic, caller))
  return found?.rights?.has(right) ? { ...found.session, rights: found.rights } : undefined
}

/** Whether an unlisted caller was given the rights that it asked for; a C-ECHO needs none. */
function explainUnlisted(
  {
    devices,
    rights,
    wanted,
  }: {
    readonly devices: readonly DicomDevice[]
    readonly rights: ReadonlySet<ExchangeRight>
    readonly wanted: readonly ExchangeRight[]
  },
  caller: Caller,
): AttemptReason {
  if (wanted.every((right) => rights.has(right))) return 'accepted'
  return wanted.some((right) => rights.has(right))
    ? 'images-only'
    : explainMismatch(devices, caller)
}

type CalledClinic = NonNullable<Awaited<ReturnType<typeof findCalledClinic>>>

/** The rights of the devices that the caller is; undefined if it may not connect at all. */
async function findRights(deps: AdmissionDeps, clinic: CalledClinic, caller: CallerIdentity) {
  const { id: clinicId, timeZone } = clinic
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  const devices = await listDevices(db, clinicId)
  const matching = findMatching(devices, caller)
  const retrieveSopClasses = listScpClasses(caller)
  const session = { clinicId, db, timeZone, retrieveSopClasses }
  const listed = exchangeRights.filter((right) =>
    matching.some((device) => hasRight(device, right)),
  )
  if (matching.length > 0) return { devices, matching, session, rights: new Set(listed) }
  const rule = await receivers.findUnlistedRule(db, clinicId)
  const isAccepted = acceptsUnlisted(deps.variant, rule, devices.length)
  const rights = isAccepted ? new Set<ExchangeRight>(['store']) : undefined
  return { devices, matching, session, rights }
}

const listScpClasses = ({ roles = new Map() }: CallerIdentity): ReadonlySet<string> =>
  new Set([...roles].filter(([, { scp }]) => scp).map(([uid]) => uid))

function listWantedRights(caller: Caller): readonly ExchangeRight[] {
  const retrieveSopClasses = listScpClasses(caller)
  const needed = new Set(
    caller.contexts.map(({ abstractSyntax }) => getNeededRight(abstractSyntax, retrieveSopClasses)),
  )
  return exchangeRights.filter((right) => needed.has(right))
}

/**
 * The called AE title selects the clinic. AE titles are only compared; they never become part of a
 * path, a command or a query text. On a clinic's own server the AE title of the server stands for
 * its first clinic.
 */
async function findCalledClinic(
  { unscopedDb, variant, dicomAeTitle }: AdmissionDeps,
  called: string,
) {
  if (called === '') return undefined
  const clinic = await receivers.findClinicByTitle(unscopedDb, called)
  if (clinic || variant !== 'local' || called !== dicomAeTitle.trim()) return clinic
  return receivers.findFirstClinic(unscopedDb)
}

/** SOP classes of queries, with their names in PS3.6 annex A. */
export const queryClasses: Readonly<Record<string, string>> = {
  [uids.studyRootFind]: 'Study Root Query/Retrieve Information Model - FIND',
  [uids.studyRootMove]: 'Study Root Query/Retrieve Information Model - MOVE',
  [uids.studyRootGet]: 'Study Root Query/Retrieve Information Model - GET',
  [uids.worklistFind]: 'Modality Worklist Information Model - FIND',
}

export function negotiateContext(
  {
    abstractSyntax,
    transferSyntaxes,
  }: { abstractSyntax: string; transferSyntaxes: readonly string[] },
  { rights, retrieveSopClasses }: Pick<CallerSession, 'rights' | 'retrieveSopClasses'>,
): ContextDecision {
  const right = getNeededRight(abstractSyntax, retrieveSopClasses)
  if (right !== undefined && !rights.has(right)) return { refused: 'user' }
  if (abstractSyntax === uids.verification || Object.hasOwn(queryClasses, abstractSyntax))
    return chooseTransferSyntax(uncompressedSyntaxes, transferSyntaxes)
  if (!isStorageClass(abstractSyntax)) return { refused: 'abstract-syntax' }
  return retrieveSopClasses.has(abstractSyntax)
    ? chooseSyntaxToSend(transferSyntaxes)
    : chooseSyntaxToReceive(transferSyntaxes)
}
