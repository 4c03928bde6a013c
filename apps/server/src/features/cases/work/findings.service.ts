import { isReportEmpty, pickFindings, refuse, refuseField } from '@talus/contract'
import type { CaseFindings, CaseFindingsDraft, CaseId, RadCase } from '@talus/contract'
import type { RouteBody, RouteFormFields, routes } from '@talus/contract'
import type { KeptFiles } from '../attachments/keep-files.ts'
import { publish } from '../attachments/case-files.queries.ts'
import { storeCaseFiles } from '../attachments/store-case-files.ts'
import { addCaseReportJob } from '../case-report/report-job.ts'
import { measureTurnaround } from '../flow/case-clock.ts'
import { changeCase, requireCaseFor } from '../flow/change-case.ts'
import type { CaseContext } from '../flow/change-case.ts'
import { requirePrintable } from '../flow/require-printable.ts'
import * as queries from './findings.queries.ts'

const emptyDraft: CaseFindingsDraft = {
  version: 0,
  savedOn: null,
  findings: '',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: '',
}

export async function readDraft(
  { db, actor }: Pick<CaseContext, 'db' | 'actor'>,
  caseId: CaseId,
): Promise<CaseFindingsDraft> {
  const own = await db
    .selectFrom('radCase')
    .select('radCase.id')
    .where('radCase.id', '=', caseId)
    .executeTakeFirst()
  if (!own) refuse('record/not-found')
  return (await queries.findDraft(db.unscopedDb, caseId, actor.id)) ?? emptyDraft
}

const isSame = (a: CaseFindings, b: CaseFindings) =>
  JSON.stringify(pickFindings(a)) === JSON.stringify(pickFindings(b))

/**
 * Saves what the radiologist has typed. A save that is based on another version than the stored one
 * is refused, because it would overwrite the text of another window; a repeated save is not.
 */
export async function saveDraft(
  context: CaseContext,
  caseId: CaseId,
  { version, ...sent }: RouteBody<typeof routes.radCase.saveDraft>,
) {
  const { actor, clock } = context
  await requireCaseFor(context, caseId, 'saveFindings')
  const { unscopedDb } = context.db
  const texts = pickFindings(sent)
  const savedOn = clock().toISOString()
  const own = { caseId, userId: actor.id }
  const isSaved =
    version === 0
      ? await queries.insertDraft(unscopedDb, { ...own, ...texts, version: 1, savedOn })
      : await queries.updateDraft(unscopedDb, { ...own, version }, texts, savedOn)
  if (isSaved) return { version: version + 1, savedOn }
  const stored = await queries.findDraft(unscopedDb, caseId, actor.id)
  if (!stored || stored.version !== version + 1 || !isSame(stored, texts))
    return refuseChanged(context, stored)
  return { version: stored.version, savedOn: stored.savedOn }
}

function refuseChanged(
  { language, clock }: CaseContext,
  stored: queries.StoredDraft | undefined,
): never {
  const time = new Intl.DateTimeFormat(language, {
    timeStyle: 'medium',
    hourCycle: 'h23',
    timeZone: 'UTC',
  })
  const savedOn = stored ? new Date(stored.savedOn) : clock()
  return refuse('case/draft-changed', { values: { time: `${time.format(savedOn)} UTC` } })
}

type Submitted = RouteFormFields<typeof routes.radCase.radiologistSubmit>

/** Makes the texts the report, version 1, and removes the draft. */
export function submitFindings(
  context: CaseContext,
  { caseId, draftVersion, ...sent }: Submitted,
  files: KeptFiles,
): Promise<RadCase> {
  const texts = pickFindings(sent)
  if (isReportEmpty(texts)) refuseField('findings', 'case/report-empty')
  requirePrintable({ signature: texts.signature })
  const { actor, clock } = context
  return changeCase(context, caseId, 'finalize', async (radCase, now, db) => {
    const draft = await queries.findDraft(db.unscopedDb, caseId, actor.id)
    if (draftVersion !== undefined && draft && draft.version !== draftVersion)
      refuseChanged(context, draft)
    const finalizedOn = now.toISOString()
    const published = await publish(db.unscopedDb, { caseId, authorId: actor.id })
    return {
      note: [...published, ...files.files.map(({ fileName }) => fileName)].join(', '),
      set: { ...texts, finalizedOn, reportVersion: 1, ...measureTurnaround(radCase, now) },
      notices: ['final'],
      write: async (db) => {
        await queries.insertVersion(db.unscopedDb, {
          ...texts,
          caseId,
          clinicId: radCase.clinicId,
          version: 1,
          addendum: '',
          reason: '',
          authorId: actor.id,
          createdOn: finalizedOn,
        })
        await queries.removeDraft(db.unscopedDb, caseId, actor.id)
        await storeCaseFiles({ db, actor, clock }, radCase, files)
        const { clinicId } = radCase
        await addCaseReportJob(db.unscopedDb, { caseId, clinicId, version: 1 }, { clock })
      },
    }
  })
}

/** Adds a version; those before, and the texts of the case, stay as they are. */
export const addAddendum = (
  context: CaseContext,
  caseId: CaseId,
  { text, reason, signature, reportVersion }: RouteBody<typeof routes.radCase.addAddendum>,
): Promise<RadCase> =>
  changeCase(context, caseId, 'addendum', (radCase, now) => {
    // The signature is the name of the account, and not typed here.
    requirePrintable({ text, reason })
    if (radCase.reportVersion !== reportVersion) refuse('record/changed-meanwhile')
    const version = radCase.reportVersion + 1
    return {
      set: { reportVersion: version },
      note: reason,
      notices: ['addendum'],
      write: async (db) => {
        const { clinicId } = radCase
        await queries.insertVersion(db.unscopedDb, {
          ...pickFindings(emptyDraft),
          signature,
          caseId,
          clinicId,
          version,
          addendum: text,
          reason,
          authorId: context.actor.id,
          createdOn: now.toISOString(),
        })
        await addCaseReportJob(db.unscopedDb, { caseId, clinicId, version }, context)
      },
    }
  })
