import { ImageId, ImageMetadata, StudyId, UserId } from '@talus/contract'
import type { Image, SavedViewerState } from '@talus/contract'
import type { ViewerSource } from '../source.ts'
import { plainDisplay } from './plain-display.ts'

const side = 16
export const emptyState: SavedViewerState = {
  viewportState: {},
  cropState: {},
  toolState: {},
  authors: {},
  version: 0,
}

const createImage = (number: number): Image => ({
  id: ImageId.parse(number),
  userId: UserId.parse(1),
  studyId: StudyId.parse(1),
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

/** A complete source without a server, such as another clinic or a case could provide. */
export function createMemorySource(imageCount: number): ViewerSource {
  const images = Array.from({ length: imageCount }, (_, at) => createImage(at + 1))
  const metadata = ImageMetadata.parse({ Rows: side, Columns: side, display: plainDisplay })
  return {
    images,
    studyId: StudyId.parse(1),
    queryKey: ['memory'],
    metadata: () => Promise.resolve(metadata),
    preview: () => Promise.resolve(new Blob([])),
    pixels: (imageId) => Promise.resolve(new Uint16Array(side * side).fill(Number(imageId)).buffer),
    overlay: () => Promise.resolve(new ArrayBuffer(0)),
    thumbnail: () => Promise.resolve(new Blob([])),
    original: (imageId) => Promise.resolve(new Blob([String(imageId)])),
    patient: () => Promise.resolve({ species: 'Canine', breed: null }),
    priors: {
      list: () => Promise.resolve([]),
      images: () => Promise.resolve(images),
      state: () => Promise.resolve(emptyState),
    },
    trend: () => Promise.resolve([]),
  }
}
