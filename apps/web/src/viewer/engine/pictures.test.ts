import type { Image, ImageId, ImageMetadata, StudyId, UserId } from '@talus/contract'
import { describe, expect, test, vi } from 'vitest'
import type { ViewerSource } from '../model.ts'
import { createPictures } from './pictures.ts'
import { plainDisplay } from './testing/plain-display.ts'

const side = 300
const bytesOfOne = side * side * 2
/** With its levels: 300, 150. */
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
  isRecovered: false,
  look: null,
})

interface Asked {
  readonly imageId: number
  readonly signal: AbortSignal | undefined
  readonly onProgress: ((share: number) => void) | undefined
  readonly answer: () => void
  readonly refuse: (reason: Error) => void
}

/** A source whose numbers come when the test says so. */
function archive(count: number) {
  const asked: Asked[] = []
  const images = Array.from({ length: count }, (_, at) => imageOf(at + 1))
  const source: ViewerSource = {
    images,
    studyId: undefined,
    patientId: undefined,
    metadata: async (imageId) => metadata(imageId),
    preview: async () => new Blob([]),
    pixels: (imageId, { signal, onProgress }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new Error('stopped')))
        const answer = () => resolve(new Uint16Array(side * side).fill(imageId).buffer)
        asked.push({ imageId, signal, onProgress, answer, refuse: reject })
      }),
  }
  return { source, asked }
}

vi.useFakeTimers()
/** Everything that happens of itself has happened. */
const settle = () => vi.advanceTimersByTimeAsync(500)

describe('the images of a viewer', () => {
  test('what is on screen comes first, then its neighbours, two at a time', async () => {
    const { source, asked } = archive(5)
    const pictures = createPictures(source)
    pictures.hold(id(3))
    await settle()
    expect(asked.map(({ imageId }) => imageId)).toEqual([3])
    asked[0]?.onProgress?.(0.5)
    expect(pictures.progress(id(3)).get()).toBe(0.5)
    expect(pictures.picture(id(3)).get().pixels).toBeUndefined()
    asked[0]?.answer()
    await settle()
    expect(pictures.picture(id(3)).get().pixels).toMatchObject({ kind: 'grey', lowest: 3 })
    expect(asked.map(({ imageId }) => imageId)).toEqual([3, 4, 2])
    asked[1]?.answer()
    await settle()
    asked[2]?.answer()
    await settle()
    expect(asked.map(({ imageId }) => imageId)).toEqual([3, 4, 2, 5, 1])
    pictures.stop()
    expect(asked[4]?.signal?.aborted).toBe(true)
  })

  test('nobody waits behind an image that nobody waits for', async () => {
    const { source, asked } = archive(9)
    const pictures = createPictures(source)
    const release = pictures.hold(id(1))
    await settle()
    asked[0]?.answer()
    await settle()
    expect(asked.map(({ imageId }) => imageId)).toEqual([1, 2, 3])
    release()
    pictures.hold(id(3))
    pictures.hold(id(8))
    await settle()
    // The third was on its way and goes on; the second stops.
    expect(asked.map(({ imageId }) => imageId)).toEqual([1, 2, 3, 8])
    expect(asked.map(({ signal }) => signal?.aborted)).toEqual([false, true, false, false])
    pictures.stop()
  })

  test('memory has a bound: what is far away goes, what is shown stays', async () => {
    const { source, asked } = archive(30)
    const maxBytes = 4.5 * inMemory
    const pictures = createPictures(source, { maxBytes })
    const held = () =>
      source.images
        .filter(({ id }) => pictures.picture(id).get().pixels)
        .map(({ id }) => Number(id))
    const answerAll = async () => {
      for (let before = -1; before !== asked.length;) {
        before = asked.length
        for (const one of asked) one.answer()
        await settle()
      }
    }
    let release = pictures.hold(id(1))
    await settle()
    await answerAll()
    expect(held()).toEqual([1, 2, 3, 4])
    release()
    release = pictures.hold(id(20))
    await settle()
    await answerAll()
    expect(held()).toEqual([19, 20, 21, 22])
    const all = source.images.map(({ id }) => pictures.hold(id))
    await settle()
    await answerAll()
    expect(held()).toHaveLength(30)
    for (const letGo of all) letGo()
    await settle()
    expect(held().length * inMemory).toBeLessThanOrEqual(maxBytes)
    release()
    pictures.stop()
  })

  test('an image that fails says why, the others come, and it can be tried again', async () => {
    const { source, asked } = archive(3)
    const pictures = createPictures(source)
    pictures.hold(id(1))
    await settle()
    const reason = new Error('damaged')
    asked[0]?.refuse(reason)
    await settle()
    expect(pictures.picture(id(1)).get()).toMatchObject({ fault: reason, pixels: undefined })
    expect(asked.map(({ imageId }) => imageId)).toEqual([1, 2, 3])
    pictures.retry(id(1))
    await settle()
    expect(pictures.picture(id(1)).get().fault).toBeUndefined()
    expect(asked.at(-1)?.imageId).toBe(1)
    asked.at(-1)?.answer()
    await settle()
    expect(pictures.picture(id(1)).get().pixels).toBeDefined()
    pictures.stop()
  })

  test('what failed ahead of the reader is tried again when it is looked at', async () => {
    const { source, asked } = archive(2)
    const pictures = createPictures(source)
    pictures.hold(id(1))
    await settle()
    asked[0]?.answer()
    await settle()
    asked[1]?.refuse(new Error('broken line'))
    await settle()
    expect(asked).toHaveLength(2)
    pictures.hold(id(2))
    await settle()
    expect(asked.map(({ imageId }) => imageId)).toEqual([1, 2, 2])
    pictures.stop()
  })

  test('an image that was processed anew is loaded anew', async () => {
    const { source, asked } = archive(1)
    const pictures = createPictures(source)
    pictures.hold(id(1))
    await settle()
    asked[0]?.answer()
    await settle()
    pictures.refresh(id(1))
    expect(pictures.picture(id(1)).get().pixels).toBeUndefined()
    await settle()
    expect(asked).toHaveLength(2)
    pictures.stop()
  })
})
