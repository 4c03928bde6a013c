import { ImageId, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import { readViewerAddress, toViewerPath } from './viewer-address.ts'

const origin = 'https://clinic.example:8443'
const readImage = (image: string) => readViewerAddress(new URLSearchParams({ image }), origin).image

test.each([
  ['12', 12],
  ['image/12', 12],
  ['/vue/api/image/12', 12],
  ['/vue/api/Image/12.jpg', 12],
  [`${origin}/vue/api/image/12`, 12],
])('the address %s names an image of this server', (text, id) => {
  expect(readImage(text)).toBe(id)
})

test.each([
  ['https://other.example/image/12', 'otherOrigin'],
  ['//other.example/image/12', 'otherOrigin'],
  [String.raw`\\other.example\image\12`, 'otherOrigin'],
  [`${origin}@other.example/image/12`, 'otherOrigin'],
  ['http://clinic.example:8443/image/12', 'otherOrigin'],
  ['javascript:alert(1)//image/12', 'otherOrigin'],
  ['data:image/12', 'otherOrigin'],
  ['image/0', 'unreadable'],
  ['image/012', 'unreadable'],
  ['image/12/pixels', 'unreadable'],
  ['image/99999999999999999999', 'unreadable'],
  ['http://', 'unreadable'],
  ['picture', 'unreadable'],
])('the address %s is refused as %s', (text, fault) => {
  expect(readImage(text)).toBe(fault)
})

test('a written address is read again as the same study, image and layout', () => {
  for (const isLayout of [true, false]) {
    const path = toViewerPath(StudyId.parse(7), ImageId.parse(12), isLayout)
    const { searchParams } = new URL(path, origin)
    expect(readViewerAddress(searchParams, origin)).toEqual({ studyId: 7, image: 12, isLayout })
  }
  const none = { studyId: undefined, image: undefined, isLayout: false }
  expect(readViewerAddress(new URLSearchParams('image='), origin)).toEqual(none)
})
