import { routes } from '@talus/contract/routes'
import type { Image, ImageId, Study } from '@talus/contract'
import type { QueryClient } from '@tanstack/react-query'
import { call, callForFile, callRaw, createNetworkError } from '../../../api/call.ts'
import { imageQueries } from '../../../api/records/image.ts'
import { recordKeys } from '../../../api/records/keys.ts'
import type { ViewerSource } from '../../core/source.ts'
import { loadIdentity, loadSpeciesAndBreed, measurementsQuery } from './patient.queries.ts'
import { getPixelTag, keepPixels, takePixels } from './pixel-memory.ts'
import { fetchMetadata, fetchPreview, getPrefetched } from './prefetch.ts'
import { patientStudiesQuery, priorStateQuery } from './priors.queries.ts'

/** Reads into one buffer if the length is known: 13 MB are not copied twice. */
async function readBytes(response: Response, onProgress: (share: number) => void) {
  const length = Number(response.headers.get('content-length'))
  if (!response.body || !Number.isSafeInteger(length) || length <= 0) return response.arrayBuffer()
  const bytes = new Uint8Array(length)
  const reader = response.body.getReader()
  let at = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (at + value.length > length) throw createNetworkError()
    bytes.set(value, at)
    at += value.length
    onProgress(at / length)
  }
  // Fewer bytes than announced: the connection broke.
  if (at !== length) throw createNetworkError()
  return bytes.buffer
}

export async function fetchPixels(
  imageId: ImageId,
  settings: Parameters<ViewerSource['pixels']>[1],
) {
  const { signal, onProgress = () => undefined, frame } = settings
  const key = `${imageId}.${frame ?? 1}`
  return callRaw(
    routes.image.pixels,
    { params: { id: imageId }, query: frame === undefined ? {} : { frame } },
    async (response) => {
      const known = response.status === 304 ? takePixels(key) : undefined
      if (known) return known
      const bytes = await readBytes(response, onProgress).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw createNetworkError()
      })
      keepPixels(key, response.headers.get('etag'), bytes)
      return bytes
    },
    { isQuiet: true, signal, knownTag: getPixelTag(key) },
  )
}

export async function fetchOverlay(
  imageId: ImageId,
  settings: Parameters<ViewerSource['overlay']>[1],
) {
  const { signal, frame } = settings
  const key = `${imageId}.${frame ?? 1}.overlay`
  return callRaw(
    routes.image.overlay,
    { params: { id: imageId }, query: frame === undefined ? {} : { frame } },
    async (response) => {
      const known = response.status === 304 ? takePixels(key) : undefined
      if (known) return known
      const bytes = await response.arrayBuffer().catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw createNetworkError()
      })
      keepPixels(key, response.headers.get('etag'), bytes)
      return bytes
    },
    { isQuiet: true, signal, knownTag: getPixelTag(key) },
  )
}

/** Loads a study of the archive and the records of its patient. */
export function createStudySource(
  client: QueryClient,
  study: Study,
  images: readonly Image[],
  settings: { readonly mayPresent: boolean; readonly mayEditClinic: boolean },
): ViewerSource {
  const { patientId } = study
  const prefetched = getPrefetched(client, study.id, images)
  return {
    images,
    studyId: study.id,
    // The patient is part of it: what was cached for another one is wrong once the study is moved.
    queryKey: [...recordKeys.studies, 'viewer', study.id, patientId],
    metadata: (id, signal) => prefetched.metadata(id) ?? fetchMetadata(id, signal),
    preview: (id, signal) => prefetched.preview(id) ?? fetchPreview(id, signal),
    pixels: fetchPixels,
    overlay: fetchOverlay,
    thumbnail: (id, signal) =>
      callForFile(
        routes.image.jpeg,
        { params: { id }, query: { size: 256 } },
        { isQuiet: true, signal },
      ),
    original: (id) => callForFile(routes.image.one, { params: { id } }),
    identity: () => loadIdentity(client, patientId),
    patient: () => loadSpeciesAndBreed(client, patientId),
    priors: {
      list: () => client.query(patientStudiesQuery(patientId)),
      images: (studyId) => client.query(imageQueries.ofStudy(studyId)),
      state: (studyId) => client.query(priorStateQuery(studyId)),
    },
    hanging: {
      list: () =>
        call(
          routes.hangingProtocol.list,
          { query: { ClinicId: study.clinicId } },
          { isQuiet: true },
        ),
      ...(settings.mayEditClinic && {
        save: (protocol) =>
          call(routes.hangingProtocol.save, { body: { ...protocol, clinicId: study.clinicId } }),
        reset: (subject) =>
          call(routes.hangingProtocol.reset, { body: { ...subject, clinicId: study.clinicId } }),
      }),
    },
    trend: (tool) => client.query(measurementsQuery(patientId, tool)),
    presentations: {
      list: () => call(routes.image.presentations, { query: { studyId: study.id } }),
      state: (id, stateId) => call(routes.image.presentationState, { params: { id, stateId } }),
    },
    storePresentation: settings.mayPresent
      ? (id, presentation) =>
          call(routes.image.presentation, { params: { id }, body: presentation })
      : undefined,
  }
}
