import type { ClinicId, Variant } from '@talus/contract'
import { ClinicDb } from '../../db/clinic-db.ts'
import type { UnscopedDb } from '../../db/open.ts'
import { isStorageClass, preferring, uids } from '../../dimse/index.ts'
import type { Admission, Caller, ContextAnswer } from '../../dimse/index.ts'
import * as receivers from './receiver.queries.ts'
import { plainSyntaxes } from './send-contexts.ts'
import { syntaxToReceive, syntaxToSend } from './transfer-syntaxes.ts'

/** What a caller is let in to: one clinic, and nothing of any other. */
export interface Session {
  readonly clinicId: ClinicId
  readonly db: ClinicDb
  readonly timeZone: string
  /** Only those that the clinic has named may ask for what it has. */
  readonly mayQuery: boolean
  /** Classes of which the caller wants to be sent objects, by C-GET. */
  readonly wanted: ReadonlySet<string>
}

export interface AdmissionDeps {
  readonly unscopedDb: UnscopedDb
  readonly variant: Variant
  readonly dicomAeTitle: string
}

/** PS3.8 9.3.4: permanent, by the user of the service. */
const rejection = (reason: number) => ({ result: 1, source: 1, reason })
const callingTitleUnknown = rejection(3)
const calledTitleUnknown = rejection(7)

/**
 * The called title decides whose data they are. Titles are compared, and nothing else is made of them:
 * no path, no command, no part of a query.
 */
export async function admit(deps: AdmissionDeps, caller: Caller): Promise<Admission<Session>> {
  const { called, calling, roles } = caller
  const clinic = await clinicCalled(deps, called)
  if (!clinic) return { isAdmitted: false, rejection: calledTitleUnknown }
  const { id: clinicId, timeZone } = clinic
  const db = new ClinicDb(deps.unscopedDb, [clinicId])
  const known = await receivers.callingTitlesOf(db, clinicId)
  const isKnown = known.includes(calling)
  if (known.length > 0 && !isKnown) return { isAdmitted: false, rejection: callingTitleUnknown }
  const wanted = new Set([...roles].filter(([, { scp }]) => scp).map(([uid]) => uid))
  return { isAdmitted: true, session: { clinicId, db, timeZone, mayQuery: isKnown, wanted } }
}

/** On a clinic's PC the title of the machine stands for the clinic that was there first. */
async function clinicCalled({ unscopedDb, variant, dicomAeTitle }: AdmissionDeps, called: string) {
  if (called === '') return undefined
  const clinic = await receivers.clinicByTitle(unscopedDb, called)
  if (clinic || variant !== 'local' || called !== dicomAeTitle.trim()) return clinic
  return receivers.firstClinic(unscopedDb)
}

/** The classes of queries, and what they are called in PS3.6 annex A. */
export const queryClasses: Readonly<Record<string, string>> = {
  [uids.studyRootFind]: 'Study Root Query/Retrieve Information Model - FIND',
  [uids.studyRootMove]: 'Study Root Query/Retrieve Information Model - MOVE',
  [uids.studyRootGet]: 'Study Root Query/Retrieve Information Model - GET',
  [uids.worklistFind]: 'Modality Worklist Information Model - FIND',
}

export function contextFor(
  {
    abstractSyntax,
    transferSyntaxes,
  }: { abstractSyntax: string; transferSyntaxes: readonly string[] },
  { mayQuery, wanted }: Pick<Session, 'mayQuery' | 'wanted'>,
): ContextAnswer {
  if (abstractSyntax === uids.verification) return preferring(plainSyntaxes, transferSyntaxes)
  if (Object.hasOwn(queryClasses, abstractSyntax))
    return mayQuery ? preferring(plainSyntaxes, transferSyntaxes) : { refused: 'user' }
  if (!isStorageClass(abstractSyntax)) return { refused: 'abstract-syntax' }
  return wanted.has(abstractSyntax)
    ? syntaxToSend(transferSyntaxes)
    : syntaxToReceive(transferSyntaxes)
}
