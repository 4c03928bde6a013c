import { getSpeciesName } from '@talus/contract'
import type { CaseDetail, Image } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import { callForFile } from '../../../api/call.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import type { ViewerSource } from '../../core/source.ts'
import { fetchMetadata, fetchPreview } from './prefetch.ts'
import { fetchOverlay, fetchPixels } from './study-source.ts'

/** Loads the images that are attached to a case, and nothing else of the patient or the clinic. */
export const createCaseSource = (
  { id: caseId, speciesId, breed }: CaseDetail,
  images: readonly Image[],
): ViewerSource => ({
  images,
  studyId: undefined,
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
})
