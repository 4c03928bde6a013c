import { refuse } from '@talus/contract'
import type { CaseId, Image, ImageId, SavedViewerState, StudyId } from '@talus/contract'
import type { ClinicDb } from '../../../db/clinic-db.ts'
import { listImagesOfStudy } from '../../images/index.ts'
import { readViewerState } from '../../viewer-state/index.ts'
import { findCase } from '../attachments/case-files.queries.ts'
import { listShownImages } from '../stored/case-images.queries.ts'

interface AttachedImages {
  readonly ids: readonly ImageId[]
  readonly studyIds: readonly StudyId[]
}

async function findAttached(db: ClinicDb, caseId: CaseId): Promise<AttachedImages> {
  if (!(await findCase(db, caseId))) refuse('record/not-found')
  const images = await listShownImages(db, caseId)
  return {
    ids: [...new Set(images.map(({ id }) => id))],
    studyIds: [...new Set(images.map(({ studyId }) => studyId))],
  }
}

/** The images of a case, each study's in the order in which the clinic's viewer shows them. */
export async function listImages(db: ClinicDb, caseId: CaseId): Promise<Image[]> {
  const { ids, studyIds } = await findAttached(db, caseId)
  const attached = new Set(ids)
  const images: Image[] = []
  for (const studyId of studyIds) images.push(...(await listImagesOfStudy(db, studyId, false)))
  return images.filter(({ id }) => attached.has(id))
}

/**
 * The windows, crops and drawings that the clinic saved. The state of a study covers all of its
 * images; entries of images that are not attached to the case are dropped.
 */
export async function readCaseState(db: ClinicDb, caseId: CaseId): Promise<SavedViewerState> {
  const { ids, studyIds } = await findAttached(db, caseId)
  const attached = new Set(ids.map(String))
  const pick = <Value>(byImage: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(byImage).filter(([id]) => attached.has(id)))
  const merged: SavedViewerState = {
    viewportState: {},
    cropState: {},
    toolState: {},
    authors: {},
    version: 0,
  }
  for (const studyId of studyIds) {
    const state = await readViewerState(db, studyId)
    Object.assign(merged.viewportState, pick(state.viewportState))
    Object.assign(merged.cropState, pick(state.cropState))
    Object.assign(merged.toolState, pick(state.toolState))
    Object.assign(merged.authors, pick(state.authors))
  }
  return merged
}
