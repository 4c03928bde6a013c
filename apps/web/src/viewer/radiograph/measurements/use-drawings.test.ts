import { ImageId, defaultViewport } from '@talus/contract'
import { expect, test } from 'vitest'
import { createDrawingsSelector } from './use-drawings.ts'

const id = ImageId.parse(1)
const state = { viewport: defaultViewport, crop: undefined, drawings: [], calibration: undefined }

test('the selected drawings change with a calibration or a drawing, but not with a pan', () => {
  const select = createDrawingsSelector()
  const first = select({ views: new Map([[id, state]]) })
  const panned = { ...state, viewport: { ...defaultViewport, pan: { x: 3, y: 4 } } }
  expect(select({ views: new Map([[id, panned]]) })).toBe(first)
  const calibration = { method: 'ball', millimetres: 25, pixels: 185 } as const
  const calibrated = select({ views: new Map([[id, { ...panned, calibration }]]) })
  expect(calibrated).not.toBe(first)
  expect(calibrated.get(id)?.calibration).toBe(calibration)
  expect(select({ views: new Map([[id, { ...panned, calibration, drawings: [] }]]) })).not.toBe(
    calibrated,
  )
})
