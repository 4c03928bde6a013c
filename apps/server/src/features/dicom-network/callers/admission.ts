import { uncompressedSyntaxes } from '@talus/dicom'
import type { ClinicId, Variant } from '@talus/contract'
import { ClinicDb } from '../../../db/clinic-db.ts'
import type { UnscopedDb } from '../../../db/open.ts'
import { isStorageClass, chooseTransferSyntax, uids } from '../../../dimse/index.ts'
import type { Admission, Caller, ContextDecision } from '../../../dimse/index.ts'
import * as receivers from './receiver-settings.queries.ts'
import { chooseSyntaxToReceive, chooseSyntaxToSend } from './transfer-syntaxes.ts'

/** The scope of an admitted caller: one clinic, and no data of any other. */
export interface CallerSession {
  readonly clinicId: ClinicId
  readonly db: ClinicDb
  readonly timeZone: string
  /** Only callers whose AE title the clinic has listed may query and retrieve. */
  readonly mayQuery: boolean
  /** SOP classes for which the caller takes the SCP role, to receive objects by C-GET. */
  readonly retrieveSopClasses: ReadonlySet<string>
}

export interface AdmissionDeps {
  readonly unscopedDb: UnscopedDb
  readonly variant: Variant
  readonly dicomAeTitle: string
}

/** PS3.8 9.3.4: rejected permanently by the service user. */
const createRejection = (reason: number) => ({ result: 1, source: 1, reason })
const callingTitleUnknown = createRejection(3)
const calledTitleUnknown = createRejection(7)

/**
 * The called AE title selects the clinic. AE titles are only compared; they never become part of a
 * path, a command or a query text.
 */
export async function admit(
  deps: AdmissionDeps,
  caller: Caller,
): Promise<Admission<CallerSession>> {
  const { called, calling, roles } = caller
  const clinic = await findCalledClinic(deps, called)
  if (!clinic) return { isAdmitted: false, rejection: calledTitleUnknown }
  const { id: clinicId, timeZone } = clinic
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  const known = await receivers.listCallingTitles(db, clinicId)
  const isKnown = known.includes(calling)
  if (known.length > 0 && !isKnown) return { isAdmitted: false, rejection: callingTitleUnknown }
  const retrieveSopClasses = new Set([...roles].filter(([, { scp }]) => scp).map(([uid]) => uid))
  return {
    isAdmitted: true,
    session: { clinicId, db, timeZone, mayQuery: isKnown, retrieveSopClasses },
  }
}

/** On a clinic's own server the AE title of the server stands for its first clinic. */
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
  { mayQuery, retrieveSopClasses }: Pick<CallerSession, 'mayQuery' | 'retrieveSopClasses'>,
): ContextDecision {
  if (abstractSyntax === uids.verification)
    return chooseTransferSyntax(uncompressedSyntaxes, transferSyntaxes)
  if (Object.hasOwn(queryClasses, abstractSyntax))
    return mayQuery
      ? chooseTransferSyntax(uncompressedSyntaxes, transferSyntaxes)
      : { refused: 'user' }
  if (!isStorageClass(abstractSyntax)) return { refused: 'abstract-syntax' }
  return retrieveSopClasses.has(abstractSyntax)
    ? chooseSyntaxToSend(transferSyntaxes)
    : chooseSyntaxToReceive(transferSyntaxes)
}
