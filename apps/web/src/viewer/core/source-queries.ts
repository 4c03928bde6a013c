import type {
  DrawingTool,
  ImageId,
  PatientMeasurement,
  PresentationSummary,
  StudyId,
} from '@talus/contract'
import type { SpeciesAndBreed } from '@talus/measurements'
import { skipToken, useQuery } from '@tanstack/react-query'
import { getImageFilesKey } from '../../api/records/keys.ts'
import { useImageFile } from '../../api/use-thumbnail.ts'
import type { ViewerSource } from './source.ts'

/** The source caches and retries its requests itself; each mounted component asks it again. */
const askAgain = { staleTime: 0, retry: false, meta: { showsOwnError: true } } as const

const unknownPatient: SpeciesAndBreed = { species: null, breed: null }

/** Species and breed of the patient; unknown while they load, and if they cannot be loaded. */
export const usePatient = ({ queryKey, patient }: ViewerSource): SpeciesAndBreed =>
  useQuery({ ...askAgain, queryKey: [...queryKey, 'patient'], queryFn: () => patient() }).data ??
  unknownPatient

/** The recorded identity of the patient; undefined until it is loaded. */
export const usePatientIdentity = ({ queryKey, identity }: ViewerSource) =>
  useQuery({
    ...askAgain,
    queryKey: [...queryKey, 'identity'],
    queryFn: identity ? () => identity() : skipToken,
  }).data

export const usePriorStudies = ({ queryKey, priors }: ViewerSource) =>
  useQuery({
    ...askAgain,
    queryKey: [...queryKey, 'priors'],
    queryFn: priors ? () => priors.list() : skipToken,
  })

export const usePriorStudyImages = ({ queryKey, priors }: ViewerSource, studyId: StudyId) =>
  useQuery({
    ...askAgain,
    queryKey: [...queryKey, 'priors', studyId, 'images'],
    queryFn: priors ? () => priors.images(studyId) : skipToken,
  })

const noPresentations: readonly PresentationSummary[] = []

/** Presentation states of the study; none if they cannot be loaded. */
export const usePresentationList = ({ queryKey, presentations }: ViewerSource) =>
  useQuery({
    ...askAgain,
    queryKey: [...queryKey, 'presentations'],
    queryFn: presentations ? () => presentations.list() : skipToken,
  }).data ?? noPresentations

const noMeasurements: readonly PatientMeasurement[] = []

/** Saved measurements of the patient; none if they cannot be loaded. */
export const useTrend = ({ queryKey, trend }: ViewerSource, tool: DrawingTool) =>
  useQuery({
    ...askAgain,
    queryKey: [...queryKey, 'trend', tool],
    queryFn: trend ? () => trend(tool) : skipToken,
  }).data ?? noMeasurements

export const useSourceThumbnail = ({ thumbnail }: ViewerSource, imageId: ImageId) =>
  useImageFile([...getImageFilesKey(imageId), 256], ({ signal }) => thumbnail(imageId, signal))
