import { getSpeciesName } from '@talus/contract'
import type { CaseDetail, Image, SavedViewerState } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { callForFile } from '../../../api/call.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import type { ComparedStudy, PriorStudies, ViewerSource } from '../../core/source.ts'
import { fetchMetadata, fetchPreview } from './prefetch.ts'
import { fetchOverlay, fetchPixels } from './study-source.ts'

/** A study as far as the attached images tell: its day is that of its first image. */
function describeStudies(images: readonly Image[]): readonly ComparedStudy[] {
  const studies = new Map<ComparedStudy['id'], ComparedStudy>()
  for (const { studyId, createdOn, modality } of images) {
    const known = studies.get(studyId)
    if (!known || createdOn < known.createdOn)
      studies.set(studyId, {
        id: studyId,
        createdOn,
        modality,
        isDeleted: false,
        seriesModalities: images
          .filter((one) => one.studyId === studyId)
          .map((one) => one.modality),
      })
  }
  return [...studies.values()]
}

/** The studies of the attached images, with the drawings of the clinic. */
export const createCasePriors = (
  images: readonly Image[],
  saved: SavedViewerState,
): PriorStudies => ({
  list: () => Promise.resolve(describeStudies(images)),
  images: (id) => Promise.resolve(images.filter(({ studyId }) => studyId === id)),
  state: () => Promise.resolve(saved),
})

/** Loads the images that are attached to a case, and nothing else of the patient or the clinic. */
export function createCaseSource(
  { id: caseId, studyId, speciesId, breed }: CaseDetail,
  attached: readonly Image[],
  saved: SavedViewerState,
): ViewerSource {
  const own = attached.filter((image) => image.studyId === studyId)
  // Without an image of its own study, the case is about the earlier ones.
  const hasPriors = own.length > 0 && own.length < attached.length
  return {
    images: hasPriors ? own : attached,
    studyId: hasPriors ? (studyId ?? undefined) : undefined,
    priors: hasPriors ? createCasePriors(attached, saved) : undefined,
    queryKey: [...recordKeys.cases, 'viewer', caseId],
    metadata: fetchMetadata,
    preview: fetchPreview,
    pixels: fetchPixels,
    overlay: fetchOverlay,
    thumbnail: (id, signal) =>
      callForFile(
        routes.image.jpeg,
        { params: { id }, query: { size: 256 } },
        { isQuiet: true, signal },
      ),
    original: (id) => callForFile(routes.image.one, { params: { id } }),
    patient: () =>
      Promise.resolve({
        species: speciesId === null ? null : getSpeciesName(speciesId),
        breed: breed === '' ? undefined : breed,
      }),
  }
}
