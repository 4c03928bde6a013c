import { expect, it } from 'vitest'
import { isCancelOver } from './cancel-question.ts'

const chest = { bodyPart: 'Chest' }
const asked = { isLooping: true, armed: chest, sensor: 'WaitingForRadiation' } as const

it('stays while the sensor is being prepared and waits for the same exposure', () => {
  expect(isCancelOver({ ...asked, sensor: 'PreparingSensor' }, asked)).toBe(false)
  expect(isCancelOver({ ...asked, armed: undefined, sensor: 'Ready' }, asked)).toBe(false)
})

it('ends when the exposure is made, the next one is armed or the loop ends', () => {
  expect(isCancelOver(asked, { ...asked, sensor: 'RadiationReceived' })).toBe(true)
  expect(isCancelOver(asked, { ...asked, armed: { bodyPart: 'Skull' } })).toBe(true)
  expect(isCancelOver(asked, { ...asked, armed: undefined })).toBe(true)
  expect(isCancelOver(asked, { ...asked, isLooping: false })).toBe(true)
})

it('ends when a sensor that was busy without this page is ready', () => {
  const busy = { isLooping: false, armed: undefined, sensor: 'PreparingSensor' } as const
  expect(isCancelOver(busy, { ...busy, sensor: 'WaitingForRadiation' })).toBe(false)
  expect(isCancelOver(busy, { ...busy, sensor: 'Ready' })).toBe(true)
})
