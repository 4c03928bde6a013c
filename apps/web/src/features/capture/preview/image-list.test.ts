import { ImageId } from '@talus/contract'
import { expect, it } from 'vitest'
import { upserted, withoutImage } from './image-list.ts'

const image = (id: number, look = 'bone') => ({ id: ImageId.parse(id), look })

it('an image that is told twice is there once, as it was told last', () => {
  const first = upserted([image(1)], image(2))
  expect(first).toEqual([image(1), image(2)])
  expect(upserted(first, image(1, 'soft'))).toEqual([image(1, 'soft'), image(2)])
})

it('a rejected one leaves the others in their order', () => {
  expect(withoutImage([image(1), image(2), image(3)], ImageId.parse(2))).toEqual([
    image(1),
    image(3),
  ])
})
