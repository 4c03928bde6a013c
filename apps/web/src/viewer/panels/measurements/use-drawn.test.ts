import { ImageId, plainViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { createSelection } from './use-drawn.ts'

const id = ImageId.parse(1)
const state = { viewport: plainViewport, crop: undefined, drawings: [], calibration: undefined }

test('a pan changes nothing of what was drawn; a calibration and a drawing do', () => {
  const select = createSelection()
  const first = select({ images: new Map([[id, state]]) })
  const panned = { ...state, viewport: { ...plainViewport, pan: { x: 3, y: 4 } } }
  expect(select({ images: new Map([[id, panned]]) })).toBe(first)
  const calibration = { method: 'ball', millimetres: 25, pixels: 185 } as const
  const calibrated = select({ images: new Map([[id, { ...panned, calibration }]]) })
  expect(calibrated).not.toBe(first)
  expect(calibrated.get(id)?.calibration).toBe(calibration)
  expect(select({ images: new Map([[id, { ...panned, calibration, drawings: [] }]]) })).not.toBe(
    calibrated,
  )
})
