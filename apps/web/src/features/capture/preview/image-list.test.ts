import { ImageId } from '@talus/contract'
import { expect, it } from 'vitest'
import { upsertImage, removeImage } from './image-list.ts'

const image = (id: number, preset = 'bone') => ({ id: ImageId.parse(id), preset })

it('replaces an image that is received a second time instead of adding it again', () => {
  const first = upsertImage([image(1)], image(2))
  expect(first).toEqual([image(1), image(2)])
  expect(upsertImage(first, image(1, 'soft'))).toEqual([image(1, 'soft'), image(2)])
})

it('removes a rejected image and keeps the order of the others', () => {
  expect(removeImage([image(1), image(2), image(3)], ImageId.parse(2))).toEqual([
    image(1),
    image(3),
  ])
})
