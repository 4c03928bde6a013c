import { sensorStates } from '@talus/contract'
import { describe, expect, it } from 'vitest'
import {
  frameTone,
  processingOf,
  shownSensor,
  startLabel,
  startObstacle,
  startsOnPress,
} from './start-state.ts'

const planned = { annotations: 1, isSelected: true }

describe('the label of the start button', () => {
  it('follows the sensor where no images are being taken', () => {
    const labels = sensorStates.map((sensor) => startLabel({ sensor, isLooping: false }))
    expect(Object.fromEntries(sensorStates.map((state, at) => [state, labels[at]]))).toEqual({
      NotAvailable: 'unavailable',
      Ready: 'xray',
      PreparingSensor: 'preparing',
      WaitingForRadiation: 'waiting',
      RadiationReceived: 'xray',
      LoadingImage: 'xray',
      PostAcquisitionCleanup: 'xray',
    })
  })

  it('says that it prepares from the press on, until the sensor waits', () => {
    const label = (sensor: (typeof sensorStates)[number]) => startLabel({ sensor, isLooping: true })
    expect(label('Ready')).toBe('preparing')
    expect(label('RadiationReceived')).toBe('preparing')
    expect(label('PostAcquisitionCleanup')).toBe('preparing')
    expect(label('WaitingForRadiation')).toBe('waiting')
  })

  it('says of a sensor that is gone that it is gone, in a loop too', () => {
    expect(startLabel({ sensor: undefined, isLooping: false })).toBe('unavailable')
    expect(startLabel({ sensor: 'NotAvailable', isLooping: true })).toBe('unavailable')
  })
})

it('a sensor that waits for something else is being prepared', () => {
  expect(shownSensor('WaitingForRadiation', true)).toBe('WaitingForRadiation')
  expect(shownSensor('WaitingForRadiation', false)).toBe('PreparingSensor')
  const others = sensorStates.filter((state) => state !== 'WaitingForRadiation')
  expect(others.map((state) => shownSensor(state, false))).toEqual(others)
  expect(shownSensor(undefined, false)).toBeUndefined()
})

describe('the start button', () => {
  it('is of no use without a sensor or an annotation, or while the sensor cleans up', () => {
    const at = (sensor: (typeof sensorStates)[number] | undefined, plan = planned) =>
      startObstacle({ sensor, isLooping: false }, plan)
    expect(at(undefined)).toBe('noSensor')
    expect(at('NotAvailable')).toBe('notAvailable')
    expect(at('PostAcquisitionCleanup')).toBe('cleaningUp')
    expect(at('Ready', { annotations: 0, isSelected: false })).toBe('noAnnotation')
    expect(at('Ready', { annotations: 2, isSelected: false })).toBe('noneSelected')
    expect(at('Ready')).toBeUndefined()
    expect(at('WaitingForRadiation')).toBeUndefined()
  })

  it('starts when the sensor is ready and nothing is in progress, and asks otherwise', () => {
    expect(startsOnPress({ sensor: 'Ready', isLooping: false })).toBe(true)
    expect(startsOnPress({ sensor: 'Ready', isLooping: true })).toBe(false)
    expect(startsOnPress({ sensor: 'WaitingForRadiation', isLooping: false })).toBe(false)
    expect(startsOnPress({ sensor: 'LoadingImage', isLooping: false })).toBe(false)
  })
})

it('an exposure is captured, then cleaned up after', () => {
  expect(sensorStates.map(processingOf)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'capturing',
    'capturing',
    'cleaning',
  ])
})

it('nobody is worried before anything has been heard', () => {
  const moment = { sensor: undefined, isLooping: false, isConnecting: true }
  expect(frameTone(moment)).toBe('idle')
  expect(startObstacle(moment, planned)).toBe('connecting')
})

it('the frame has a colour for every state', () => {
  const tones = (isLooping: boolean) =>
    sensorStates.map((sensor) => frameTone({ sensor, isLooping }))
  const rest = ['armed', 'waiting', 'working', 'working', 'working']
  expect(tones(false)).toEqual(['fault', 'idle', ...rest])
  expect(tones(true)).toEqual(['fault', 'armed', ...rest])
})
