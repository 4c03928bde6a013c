import { isImageId, isStudyId } from '@talus/contract'
import type { ImageId, StudyId } from '@talus/contract'

/** Why the image of an address is not opened. */
export type AddressFault = 'otherOrigin' | 'unreadable'

/** The study and the image that the URL of a viewer names. */
export interface ViewerAddress {
  readonly studyId: StudyId | undefined
  readonly image: ImageId | AddressFault | undefined
  /** Whether the image was one of several on the screen when the address was written. */
  readonly isLayout: boolean
}

const readNumber = (text: string) => (/^[1-9]\d{0,15}$/u.test(text) ? Number(text) : undefined)

/**
 * Reads `12`, `image/12` or the absolute URL of an image. Only the number is used: nothing is ever
 * loaded from the URL itself, and a URL of another server is refused.
 */
function readImage(text: string, origin: string): ImageId | AddressFault {
  const number = readNumber(text)
  if (number !== undefined) return isImageId(number) ? number : 'unreadable'
  if (!URL.canParse(text, `${origin}/`)) return 'unreadable'
  const url = new URL(text, `${origin}/`)
  if (url.origin !== origin) return 'otherOrigin'
  const [, id = ''] = /\/image\/(\d+)(?:\.jpg)?$/iu.exec(url.pathname) ?? []
  const named = readNumber(id)
  return isImageId(named) ? named : 'unreadable'
}

export function readViewerAddress(search: URLSearchParams, origin: string): ViewerAddress {
  const image = search.get('image')?.trim()
  const studyId = readNumber(search.get('studyId') ?? '')
  return {
    studyId: isStudyId(studyId) ? studyId : undefined,
    image: image === undefined || image === '' ? undefined : readImage(image, origin),
    isLayout: search.get('layout') === '1',
  }
}

/** The path of an image in the viewer, below the base of the application. */
export const toViewerPath = (studyId: StudyId, imageId: ImageId, isLayout = false): string =>
  `/viewer?studyId=${studyId}&image=image/${imageId}${isLayout ? '&layout=1' : ''}`
