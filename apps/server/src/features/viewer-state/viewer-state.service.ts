import { ImageId, offersAdvancedTools, refuse } from '@talus/contract'
import type {
  Actor,
  ClinicType,
  DrawingTool,
  PatientId,
  PatientMeasurement,
  StudyId,
  ViewerState,
} from '@talus/contract'
import type { Clock } from '@talus/node-kit/clock'
import type { ClinicDb } from '../../db/clinic-db.ts'
import { isAdvancedTool, hasAdvancedChanges } from './advanced-tools.ts'
import * as states from './viewer-state.queries.ts'

interface SaveContext {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly clock: Clock
}

const emptyState: ViewerState = {
  viewportState: {},
  cropState: {},
  toolState: {},
  version: 0,
}

export async function ofStudy(db: ClinicDb, studyId: StudyId): Promise<ViewerState> {
  if (!(await states.findStudy(db, studyId))) refuse('record/not-found')
  return (await states.find(db, studyId)) ?? emptyState
}

const collectImageIds = (...maps: readonly Readonly<Record<string, unknown>>[]): ImageId[] =>
  [...new Set(maps.flatMap((byImage) => Object.keys(byImage)))].map(
    (key) => ImageId.safeParse(key).data ?? refuse('record/not-found'),
  )

/** A state may only refer to images of its study: drawings on others would be invisible. */
async function checkImages(db: ClinicDb, studyId: StudyId, state: ViewerState): Promise<void> {
  const ids = collectImageIds(state.viewportState, state.cropState, state.toolState)
  if (ids.length === 0) return
  const known = await states.findImages(db, studyId, ids)
  if (known.length < ids.length) refuse('record/not-found')
}

/** For an older version it is not known which drawings are new; save() refuses that one later. */
async function checkAdvancedTools(
  { db, actor }: SaveContext,
  study: { readonly id: StudyId; readonly clinicType: ClinicType },
  state: ViewerState,
): Promise<void> {
  if (offersAdvancedTools(actor, study.clinicType)) return
  const stored = (await states.find(db, study.id)) ?? emptyState
  if (stored.version === state.version && hasAdvancedChanges(stored.toolState, state.toolState))
    refuse('viewer/advanced-tools')
}

/**
 * Saves the state of a study. If two users change the same study, the second save is refused, and
 * its client merges both; the same happens if saves of one user arrive out of order.
 */
export async function save(
  context: SaveContext,
  studyId: StudyId,
  state: ViewerState,
): Promise<Pick<ViewerState, 'version'>> {
  const { db, actor, clock } = context
  const study = await states.findStudy(db, studyId)
  if (!study || study.isDeleted) refuse('record/not-found')
  await checkImages(db, studyId, state)
  await checkAdvancedTools(context, study, state)
  const row = {
    studyId,
    clinicId: study.clinicId,
    viewportState: JSON.stringify(state.viewportState),
    cropState: JSON.stringify(state.cropState),
    toolState: JSON.stringify(state.toolState),
    version: state.version + 1,
    userId: actor.id,
    savedOn: clock().toISOString(),
  }
  const saved = await (state.version === 0 ? states.insert(db, row) : states.replace(db, row))
  return saved ?? refuse('record/changed-meanwhile')
}

/** Lists measurements on images that are shown: those on rejected images are left out. */
export async function ofPatient(
  { db, actor }: Omit<SaveContext, 'clock'>,
  patientId: PatientId,
  tool: DrawingTool,
): Promise<PatientMeasurement[]> {
  const patient = (await states.findPatient(db, patientId)) ?? refuse('record/not-found')
  if (isAdvancedTool(tool) && !offersAdvancedTools(actor, patient.clinicType))
    refuse('access/forbidden')
  const drawn = new Map(
    (await states.listToolStates(db, patientId)).flatMap(({ toolState }) =>
      Object.entries(toolState).flatMap(([id, { drawings }]) => {
        const wanted = drawings.filter((drawing) => drawing.tool === tool)
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
