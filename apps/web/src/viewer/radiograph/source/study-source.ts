import { routes } from '@talus/contract/routes'
import type { Image, ImageId, Study } from '@talus/contract'
import { call, callRaw, createNetworkError } from '../../../api/call.ts'
import type { ViewerSource } from '../../model.ts'
import { fetchMetadata, fetchPreview } from './prefetch.ts'
import type { PrefetchedImage } from './prefetch.ts'
import { quiet } from './quiet.ts'

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

async function fetchPixels(imageId: ImageId, settings: Parameters<ViewerSource['pixels']>[1]) {
  const { signal, onProgress = () => undefined, frame } = settings
  return callRaw(
    routes.image.pixels,
    { params: { id: imageId }, query: frame === undefined ? {} : { frame } },
    (response) =>
      readBytes(response, onProgress).catch((error: unknown) => {
        if (signal?.aborted) throw error
        throw createNetworkError()
      }),
    { ...quiet, signal },
  )
}

/** Loads the images of a study from the archive. */
export const createStudySource = (
  study: Study,
  images: readonly Image[],
  settings: { readonly mayPresent: boolean; readonly prefetched: PrefetchedImage },
): ViewerSource => ({
  images,
  studyId: study.id,
  patientId: study.patientId,
  metadata: (id, signal) => settings.prefetched.metadata(id) ?? fetchMetadata(id, signal),
  preview: (id, signal) => settings.prefetched.preview(id) ?? fetchPreview(id, signal),
  pixels: fetchPixels,
  storePresentation: settings.mayPresent
    ? (id, presentation) => call(routes.image.presentation, { params: { id }, body: presentation })
    : undefined,
})
