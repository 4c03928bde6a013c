import { isDeepStrictEqual } from 'node:util'
import {
  ImageId,
  listImageDrawings,
  offersAdvancedTools,
  refuse,
  repairViewerState,
} from '@talus/contract'
import type {
  ClinicId,
  DrawingTool,
  PatientId,
  PatientMeasurement,
  SavedViewerState,
  Signature,
  StudyId,
  ViewerState,
} from '@talus/contract'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { recordAuditEvent } from '../audit/index.ts'
import type { ChangeContext } from '../audit/index.ts'
import { listForeignChanges, recordChanges, toAuthorState } from './drawing-authors.ts'
import type { ForeignChange } from './drawing-authors.ts'
import { compareDrawings, isAdvancedChange, isAdvancedTool } from './drawing-changes.ts'
import { addReportJob } from './report/report.jobs.ts'
import { checkDrawings } from './drawing-limits.ts'
import * as states from './viewer-state.queries.ts'

type StoredState = NonNullable<Awaited<ReturnType<typeof states.find>>>

const emptyState: StoredState = {
  viewportState: {},
  cropState: {},
  toolState: {},
  authors: {},
  version: 0,
}

export async function ofStudy(db: ClinicDb, studyId: StudyId): Promise<SavedViewerState> {
  if (!(await states.findStudy(db, studyId))) refuse('record/not-found')
  const { authors, ...state } = (await states.find(db, studyId)) ?? emptyState
  return { ...repairViewerState(state), authors: toAuthorState(authors) }
}

type StudyImage = Awaited<ReturnType<typeof states.listImages>>[number]

/** A state may only refer to images of its study: drawings on others would be invisible. */
function checkImages(images: ReadonlyMap<string, StudyImage>, state: ViewerState): void {
  const maps = [state.viewportState, state.cropState, state.toolState]
  const ids = maps.flatMap((byImage) => Object.keys(byImage))
  if (ids.some((id) => !images.has(id))) refuse('record/not-found')
}

/** Clients do not see rejected images and save nothing for them; their drawings are kept. */
function keepRejected(
  stored: ViewerState,
  state: ViewerState,
  images: ReadonlyMap<string, StudyImage>,
): ViewerState {
  const keep = <Value>(
    before: Readonly<Record<string, Value>>,
    after: Readonly<Record<string, Value>>,
  ) => ({
    ...Object.fromEntries(Object.entries(before).filter(([id]) => images.get(id)?.isRejected)),
    ...after,
  })
  return {
    viewportState: keep(stored.viewportState, state.viewportState),
    cropState: keep(stored.cropState, state.cropState),
    toolState: keep(stored.toolState, state.toolState),
    version: state.version,
  }
}

async function createSignature({ db, actor, clock }: ChangeContext): Promise<Signature> {
  const { firstName = '', lastName = '' } = (await states.findUserName(db, actor.id)) ?? {}
  const name = [firstName, lastName].join(' ').trim() || actor.username
  return { userId: actor.id, name, on: clock().toISOString() }
}

/** Records whose drawing was changed, on which image, and what it was. */
async function recordForeignChanges(
  context: ChangeContext,
  changes: readonly ForeignChange[],
  images: ReadonlyMap<string, StudyImage>,
  clinicId: ClinicId,
): Promise<void> {
  for (const { action, change, author } of changes) {
    const { imageId, before, after } = change
    const { bodyPart = '', bodyPartView = '' } = images.get(imageId) ?? {}
    const owned = { tool: (after ?? before)?.tool, author: author?.name ?? null }
    await recordAuditEvent(context, {
      action,
      entityId: Number(imageId),
      subject: [bodyPart, bodyPartView].join(' ').trim(),
      clinicId,
      ...(before ? { before: { ...owned, drawing: before } } : {}),
      ...(after ? { after: { ...owned, drawing: after } } : {}),
    })
  }
}

/** Whether an image was calibrated, which changes its lengths. */
const hasNewCalibration = (before: ViewerState['toolState'], after: ViewerState['toolState']) =>
  Object.entries(after).some(
    ([id, { calibration }]) => !isDeepStrictEqual(before[id]?.calibration ?? null, calibration),
  )

/**
 * Saves the state of a study. If two users change the same study, the second save is refused, and
 * its client merges both; the same happens if saves of one user arrive out of order.
 */
export const save = (
  change: ChangeContext,
  studyId: StudyId,
  state: ViewerState,
): Promise<Pick<SavedViewerState, 'version' | 'authors'>> =>
  change.db.transaction(async (db) => {
    const context = { ...change, db }
    const study = await states.findStudy(db, studyId)
    if (!study || study.isDeleted) refuse('record/not-found')
    const images = new Map(
      (await states.listImages(db, studyId)).map((image) => [String(image.id), image]),
    )
    checkImages(images, state)
    const stored = (await states.find(db, studyId)) ?? emptyState
    // For an older version it is not known which drawings are new.
    if (stored.version !== state.version) refuse('record/changed-meanwhile')
    const isInStudy = (imageId: string) => images.has(imageId)
    const next = keepRejected(stored, state, images)
    const changes = compareDrawings(stored.toolState, next.toolState, isInStudy)
    if (!offersAdvancedTools(change.actor, study.clinicType) && changes.some(isAdvancedChange))
      refuse('viewer/advanced-tools')
    checkDrawings(changes, images, state.toolState)
    const signature = await createSignature(context)
    const authors = recordChanges(stored.authors, changes, signature, isInStudy)
    const row = {
      studyId,
      clinicId: study.clinicId,
      viewportState: JSON.stringify(next.viewportState),
      cropState: JSON.stringify(next.cropState),
      toolState: JSON.stringify(next.toolState),
      authors: JSON.stringify(authors),
      version: state.version + 1,
      userId: change.actor.id,
      savedOn: signature.on,
    }
    const saved = await (state.version === 0 ? states.insert(db, row) : states.replace(db, row))
    if (!saved) refuse('record/changed-meanwhile')
    const foreign = listForeignChanges(stored.authors, changes, change.actor.id)
    await recordForeignChanges(context, foreign, images, study.clinicId)
    if (changes.length > 0 || hasNewCalibration(stored.toolState, next.toolState)) {
      const { id, username } = change.actor
      const payload = { studyId, clinicId: study.clinicId, user: { id, username } }
      await addReportJob(
        db.unscopedDb,
        { ...payload, address: change.address },
        { clock: change.clock, version: saved.version, savedOn: signature.on },
      )
    }
    return { version: saved.version, authors: toAuthorState(authors) }
  })

/** Lists measurements on images that are shown: those on rejected images are left out. */
export async function ofPatient(
  { db, actor }: Pick<ChangeContext, 'db' | 'actor'>,
  patientId: PatientId,
  tool: DrawingTool,
): Promise<PatientMeasurement[]> {
  const patient = (await states.findPatient(db, patientId)) ?? refuse('record/not-found')
  if (isAdvancedTool(tool) && !offersAdvancedTools(actor, patient.clinicType))
    refuse('access/forbidden')
  const drawn = new Map(
    (await states.listToolStates(db, patientId)).flatMap(({ toolState }) =>
      Object.entries(toolState).flatMap(([id, { drawings }]) => {
        const wanted = listImageDrawings(drawings).filter((drawing) => drawing.tool === tool)
        return wanted.length === 0 ? [] : [[ImageId.parse(id), wanted] as const]
      }),
    ),
  )
  if (drawn.size === 0) return []
  const images = await states.findShownImages(db, patientId, [...drawn.keys()])
  return images.flatMap(({ id, ...image }) =>
    (drawn.get(id) ?? []).map((drawing) => ({ ...image, imageId: id, drawing })),
  )
}
