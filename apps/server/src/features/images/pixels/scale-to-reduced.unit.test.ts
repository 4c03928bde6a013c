import { expect, test } from 'vitest'
import { scaleToReduced } from './scale-to-reduced.ts'

const view = { isMirrored: true, isUpsideDown: false }

test('crop, drawings, labels and region are moved to the pixels of the reduced image', () => {
  const viewport = {
    width: 800,
    height: 600,
    region: { left: 100, top: 40, width: 2000, height: 1000, ...view },
  }
  const presented = {
    ...view,
    degrees: 90,
    crop: { start: { x: 10, y: 20 }, end: { x: 1010, y: 820 } },
    marks: [
      { kind: 'line', from: { x: 0, y: 4 }, to: { x: 8, y: 12 }, isDashed: true },
      { kind: 'ellipse', centre: { x: 40, y: 60 }, radiusX: 12, radiusY: 8 },
      { kind: 'path', points: [{ x: 2, y: 4 }] },
      { kind: 'cross', at: { x: 100, y: 200 } },
    ],
    labels: [{ at: { x: 6, y: 8 }, lines: ['12.3 mm'] }],
  } as const
  expect(scaleToReduced({ viewport, presented }, 2)).toEqual({
    viewport: {
      width: 800,
      height: 600,
      region: { left: 50, top: 20, width: 1000, height: 500, ...view },
    },
    presented: {
      ...view,
      degrees: 90,
      crop: { start: { x: 5, y: 10 }, end: { x: 505, y: 410 } },
      marks: [
        { kind: 'line', from: { x: 0, y: 2 }, to: { x: 4, y: 6 }, isDashed: true },
        { kind: 'ellipse', centre: { x: 20, y: 30 }, radiusX: 6, radiusY: 4 },
        { kind: 'path', points: [{ x: 1, y: 2 }] },
        { kind: 'cross', at: { x: 50, y: 100 } },
      ],
      labels: [{ at: { x: 3, y: 4 }, lines: ['12.3 mm'] }],
    },
  })
})

test('nothing changes for an image that is not reduced', () => {
  const options = { viewport: undefined, presented: undefined }
  expect(scaleToReduced(options, 1)).toBe(options)
})
