import type { Image, ImageId, ImageMetadata, StudyId, UserId } from '@talus/contract'
import { describe, expect, test, vi } from 'vitest'
import type { ImageSource } from '../source.ts'
import { createImageCache } from './image-cache.ts'
import { plainDisplay } from '../testing/plain-display.ts'

const side = 300
const bytesOfOne = side * side * 2
/** With its levels of 300 and 150 pixels. */
const inMemory = bytesOfOne * 1.25

const metadata = (imageId: number): ImageMetadata => ({
  SamplesPerPixel: 1,
  PhotometricInterpretation: 'MONOCHROME2',
  Rows: side,
  Columns: side,
  BitsAllocated: 16,
  BitsStored: 12,
  HighBit: 11,
  PixelRepresentation: 0,
  PlanarConfiguration: 0,
  PixelSpacing: [1, 1],
  ImagerPixelSpacing: null,
  isCalibrated: false,
  StudyDate: '',
  StudyTime: '',
  SeriesNumber: String(imageId),
  PatientSpeciesDescription: '',
  PatientID: '',
  PatientName: '',
  ResponsiblePerson: '',
  SeriesDescription: '',
  InstitutionName: '',
  PatientWeight: '',
  display: plainDisplay,
  ImageLaterality: '',
  ViewPosition: '',
  ViewCodeMeaning: '',
  PatientOrientation: null,
  AnatomicalOrientationType: '',
  isSideContradictory: false,
  spacing: null,
})

const id = (number: number) => number as ImageId

const imageOf = (number: number): Image => ({
  id: id(number),
  userId: 1 as UserId,
  studyId: 1 as StudyId,
  modality: 'General',
  bodyPart: 'Chest',
  bodyPartView: 'LAT',
  animalSize: null,
  filePath: '',
  sopInstanceUID: '',
  seriesInstanceUID: '',
  sensor: '',
  createdOn: '2026-03-02T10:15:00Z',
  isRejected: false,
  isAutoSent: false,
  exposureIndex: null,
  deviationIndex: null,
  saturatedShare: null,
  isIncomplete: false,
  isRecovered: false,
  preset: null,
  originalSide: null,
})

interface PixelRequest {
  readonly imageId: number
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((share: number) => void) | undefined
  readonly deliver: () => void
  readonly fail: (reason: Error) => void
}

/** A source whose pixel data is delivered on demand of the test. */
function createSource(count: number) {
  const requests: PixelRequest[] = []
  const images = Array.from({ length: count }, (_, at) => imageOf(at + 1))
  const source: ImageSource = {
    images,
    metadata: async (imageId) => metadata(imageId),
    preview: async () => new Blob([]),
    overlay: async () => new ArrayBuffer(0),
    pixels: (imageId, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
        const deliver = () => resolve(new Uint16Array(side * side).fill(imageId).buffer)
        requests.push({ imageId, signal, onProgress, deliver, fail: reject })
      }),
  }
  return { source, requests }
}

vi.useFakeTimers()
/** Runs all pending timers and promises. */
const settle = () => vi.advanceTimersByTimeAsync(500)

describe('the images of a viewer', () => {
  test('visible images are loaded first, then their neighbours, two at a time', async () => {
    const { source, requests } = createSource(5)
    const imageCache = createImageCache(source)
    imageCache.retain(id(3))
    await settle()
    expect(requests.map(({ imageId }) => imageId)).toEqual([3])
    requests[0]?.onProgress?.(0.5)
    expect(imageCache.getProgress(id(3)).get()).toBe(0.5)
    expect(imageCache.getImage(id(3)).get().pixels).toBeUndefined()
    requests[0]?.deliver()
    await settle()
    expect(imageCache.getImage(id(3)).get().pixels).toMatchObject({ kind: 'grey', lowest: 3 })
    expect(requests.map(({ imageId }) => imageId)).toEqual([3, 4, 2])
    requests[1]?.deliver()
    await settle()
    requests[2]?.deliver()
    await settle()
    expect(requests.map(({ imageId }) => imageId)).toEqual([3, 4, 2, 5, 1])
    imageCache.stop()
    expect(requests[4]?.signal?.aborted).toBe(true)
  })

  test('a visible image does not wait for prefetches', async () => {
    const { source, requests } = createSource(9)
    const imageCache = createImageCache(source)
    const release = imageCache.retain(id(1))
    await settle()
    requests[0]?.deliver()
    await settle()
    expect(requests.map(({ imageId }) => imageId)).toEqual([1, 2, 3])
    release()
    imageCache.retain(id(3))
    imageCache.retain(id(8))
    await settle()
    // The load of the third continues because it is visible now; that of the second is aborted.
    expect(requests.map(({ imageId }) => imageId)).toEqual([1, 2, 3, 8])
    expect(requests.map(({ signal }) => signal?.aborted)).toEqual([false, true, false, false])
    imageCache.stop()
  })

  test('memory is limited: distant images are dropped, visible ones are kept', async () => {
    const { source, requests } = createSource(30)
    const maxBytes = 4.5 * inMemory
    const imageCache = createImageCache(source, { maxBytes })
    const listLoaded = () =>
      source.images
        .filter(({ id }) => imageCache.getImage(id).get().pixels)
        .map(({ id }) => Number(id))
    const deliverAll = async () => {
      for (let before = -1; before !== requests.length;) {
        before = requests.length
        for (const one of requests) one.deliver()
        await settle()
      }
    }
    let release = imageCache.retain(id(1))
    await settle()
    await deliverAll()
    expect(listLoaded()).toEqual([1, 2, 3, 4])
    release()
    release = imageCache.retain(id(20))
    await settle()
    await deliverAll()
    expect(listLoaded()).toEqual([19, 20, 21, 22])
    const all = source.images.map(({ id }) => imageCache.retain(id))
    await settle()
    await deliverAll()
    expect(listLoaded()).toHaveLength(30)
    for (const letGo of all) letGo()
    await settle()
    expect(listLoaded().length * inMemory).toBeLessThanOrEqual(maxBytes)
    release()
    imageCache.stop()
  })

  test('a failed image reports its error, the others load, and it can be retried', async () => {
    const { source, requests } = createSource(3)
    const imageCache = createImageCache(source)
    imageCache.retain(id(1))
    await settle()
    const reason = new Error('damaged')
    requests[0]?.fail(reason)
    await settle()
    expect(imageCache.getImage(id(1)).get()).toMatchObject({ fault: reason, pixels: undefined })
    expect(requests.map(({ imageId }) => imageId)).toEqual([1, 2, 3])
    imageCache.retry(id(1))
    await settle()
    expect(imageCache.getImage(id(1)).get().fault).toBeUndefined()
    expect(requests.at(-1)?.imageId).toBe(1)
    requests.at(-1)?.deliver()
    await settle()
    expect(imageCache.getImage(id(1)).get().pixels).toBeDefined()
    imageCache.stop()
  })

  test('an image with overlays is not shown without them', async () => {
    const { source, requests } = createSource(1)
    const { display, ...rest } = metadata(id(1))
    const planes = { graphics: true, shutter: false, perFrame: false }
    let answer:
      | { resolve: (file: ArrayBuffer) => void; reject: (reason: Error) => void }
      | undefined
    const imageCache = createImageCache({
      ...source,
      metadata: async () => ({ ...rest, display: display && { ...display, planes } }),
      overlay: () => new Promise((resolve, reject) => (answer = { resolve, reject })),
    })
    imageCache.retain(id(1))
    await settle()
    requests[0]?.deliver()
    await settle()
    expect(imageCache.getImage(id(1)).get().pixels).toBeUndefined()
    const reason = new Error('connection lost')
    answer?.reject(reason)
    await settle()
    expect(imageCache.getImage(id(1)).get()).toMatchObject({ fault: reason, pixels: undefined })
    imageCache.retry(id(1))
    await settle()
    requests[1]?.deliver()
    answer?.resolve(new Uint8Array(Math.ceil(side / 8) * side).fill(255).buffer)
    await settle()
    const { pixels } = imageCache.getImage(id(1)).get()
    expect(pixels?.planes?.graphics?.levels[0]).toMatchObject({ columns: side, rows: side })
    imageCache.stop()
  })

  test('a failed prefetch is repeated when the image becomes visible', async () => {
    const { source, requests } = createSource(2)
    const imageCache = createImageCache(source)
    imageCache.retain(id(1))
    await settle()
    requests[0]?.deliver()
    await settle()
    requests[1]?.fail(new Error('connection lost'))
    await settle()
    expect(requests).toHaveLength(2)
    imageCache.retain(id(2))
    await settle()
    expect(requests.map(({ imageId }) => imageId)).toEqual([1, 2, 2])
    imageCache.stop()
  })

  test('a corrected patient replaces the loaded one, without loading the image again', async () => {
    const { source, requests } = createSource(1)
    let PatientName = '^Rex'
    const imageCache = createImageCache({
      ...source,
      metadata: async (imageId) => ({ ...metadata(imageId), PatientName, BitsStored: 7 }),
    })
    imageCache.retain(id(1))
    await settle()
    requests[0]?.deliver()
    await settle()
    const before = imageCache.getImage(id(1)).get()
    expect(before.metadata?.PatientName).toBe('^Rex')
    PatientName = '^Mistigri'
    await imageCache.refreshIdentity()
    const after = imageCache.getImage(id(1)).get()
    expect(after).toEqual({ ...before, metadata: { ...before.metadata, PatientName } })
    expect(after.pixels).toBe(before.pixels)
    expect(requests).toHaveLength(1)
    imageCache.stop()
  })

  test('an image that was processed again is reloaded', async () => {
    const { source, requests } = createSource(1)
    const imageCache = createImageCache(source)
    imageCache.retain(id(1))
    await settle()
    requests[0]?.deliver()
    await settle()
    imageCache.refresh(id(1))
    expect(imageCache.getImage(id(1)).get().pixels).toBeUndefined()
    await settle()
    expect(requests).toHaveLength(2)
    imageCache.stop()
  })
})
