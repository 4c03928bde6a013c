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
import type { ClinicDb } from '../../db/clinic-db.ts'
import { isAdvanced, isAdvancedWork } from './advanced-tools.ts'
import * as states from './viewer-state.queries.ts'

interface Saving {
  readonly db: ClinicDb
  readonly actor: Actor
  readonly clock: () => Date
}

const nothingSaved: ViewerState = {
  viewportState: {},
  cropState: {},
  toolState: {},
  version: 0,
}

export async function ofStudy(db: ClinicDb, studyId: StudyId): Promise<ViewerState> {
  if (!(await states.findStudy(db, studyId))) refuse('record/not-found')
  return (await states.find(db, studyId)) ?? nothingSaved
}

const idsIn = (...maps: readonly Readonly<Record<string, unknown>>[]): ImageId[] =>
  [...new Set(maps.flatMap((byImage) => Object.keys(byImage)))].map(
    (key) => ImageId.safeParse(key).data ?? refuse('record/not-found'),
  )

/** A state may only speak of images of its study: others would be drawn on without being seen. */
async function refuseOthers(db: ClinicDb, studyId: StudyId, state: ViewerState): Promise<void> {
  const ids = idsIn(state.viewportState, state.cropState, state.toolState)
  if (ids.length === 0) return
  const known = await states.imagesOf(db, studyId, ids)
  if (known.length < ids.length) refuse('record/not-found')
}

/** Of an older version it is not known what is new in it; that one is refused further on. */
async function refuseAdvanced(
  { db, actor }: Saving,
  study: { readonly id: StudyId; readonly clinicType: ClinicType },
  state: ViewerState,
): Promise<void> {
  if (offersAdvancedTools(actor, study.clinicType)) return
  const stored = (await states.find(db, study.id)) ?? nothingSaved
  if (stored.version === state.version && isAdvancedWork(stored.toolState, state.toolState))
    refuse('viewer/advanced-tools')
}

/**
 * Of two who draw on the same study the second is told, and puts both together; so is one whose saves
 * overtook each other on the way.
 */
export async function save(
  saving: Saving,
  studyId: StudyId,
  state: ViewerState,
): Promise<Pick<ViewerState, 'version'>> {
  const { db, actor, clock } = saving
  const study = await states.findStudy(db, studyId)
  if (!study || study.isDeleted) refuse('record/not-found')
  await refuseOthers(db, studyId, state)
  await refuseAdvanced(saving, study, state)
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

/** By the images that are shown: one that was rejected has no measurement any more. */
export async function ofPatient(
  { db, actor }: Omit<Saving, 'clock'>,
  patientId: PatientId,
  tool: DrawingTool,
): Promise<PatientMeasurement[]> {
  const patient = (await states.findPatient(db, patientId)) ?? refuse('record/not-found')
  if (isAdvanced(tool) && !offersAdvancedTools(actor, patient.clinicType))
    refuse('access/forbidden')
  const drawn = new Map(
    (await states.drawnOfPatient(db, patientId)).flatMap(({ toolState }) =>
      Object.entries(toolState).flatMap(([id, { drawings }]) => {
        const wanted = drawings.filter((drawing) => drawing.tool === tool)
        return wanted.length === 0 ? [] : [[ImageId.parse(id), wanted] as const]
      }),
    ),
  )
  if (drawn.size === 0) return []
  const images = await states.shownImages(db, patientId, [...drawn.keys()])
  return images.flatMap(({ id, ...image }) =>
    (drawn.get(id) ?? []).map((drawing) => ({ ...image, imageId: id, drawing })),
  )
}
