import { sensorStates } from '@talus/contract'
import { describe, expect, it } from 'vitest'
import {
  getFrameTone,
  getProcessingStep,
  getShownSensorState,
  getStartLabel,
  isSettled,
  getStartObstacle,
  shouldStartOnPress,
} from './start-state.ts'

const planned = { annotations: 1, isSelected: true }

describe('getStartLabel', () => {
  it('follows the sensor state while the capture loop is idle', () => {
    const labels = sensorStates.map((sensor) => getStartLabel({ sensor, isLooping: false }))
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

  it('is "preparing" from the press until the sensor waits for radiation', () => {
    const label = (sensor: (typeof sensorStates)[number]) =>
      getStartLabel({ sensor, isLooping: true })
    expect(label('Ready')).toBe('preparing')
    expect(label('RadiationReceived')).toBe('preparing')
    expect(label('PostAcquisitionCleanup')).toBe('preparing')
    expect(label('WaitingForRadiation')).toBe('waiting')
  })

  it('is "unavailable" if the sensor is disconnected, even while the loop runs', () => {
    expect(getStartLabel({ sensor: undefined, isLooping: false })).toBe('unavailable')
    expect(getStartLabel({ sensor: 'NotAvailable', isLooping: true })).toBe('unavailable')
  })
})

it('shows nothing of an exposure that another page makes', () => {
  for (const sensor of sensorStates) {
    const now = { sensor, isLooping: false, isInUse: true }
    expect(getStartLabel(now)).toBe('inUse')
    expect(getStartObstacle(now, planned)).toBe('inUse')
    expect(getFrameTone(now)).toBe('inUse')
  }
})

it('shows a sensor as preparing while it waits for a target other than the selected one', () => {
  expect(getShownSensorState('WaitingForRadiation', true)).toBe('WaitingForRadiation')
  expect(getShownSensorState('WaitingForRadiation', false)).toBe('PreparingSensor')
  const others = sensorStates.filter((state) => state !== 'WaitingForRadiation')
  expect(others.map((state) => getShownSensorState(state, false))).toEqual(others)
  expect(getShownSensorState(undefined, false)).toBeUndefined()
})

describe('start button', () => {
  it('is disabled without a sensor or an annotation, and while the sensor cleans up', () => {
    const at = (sensor: (typeof sensorStates)[number], plan = planned) =>
      getStartObstacle({ sensor, isLooping: false }, plan)
    expect(at('NotAvailable')).toBe('notAvailable')
    expect(at('PostAcquisitionCleanup')).toBe('cleaningUp')
    expect(at('Ready', { annotations: 0, isSelected: false })).toBe('noAnnotation')
    expect(at('Ready', { annotations: 2, isSelected: false })).toBe('noneSelected')
    expect(at('Ready')).toBeUndefined()
    expect(at('WaitingForRadiation')).toBeUndefined()
  })

  it('says that no sensor is registered only if the server has answered so', () => {
    const at = (isRegistered: boolean, isConnecting = false) =>
      getStartObstacle({ sensor: undefined, isRegistered, isConnecting, isLooping: false }, planned)
    expect(at(false)).toBe('noSensor')
    expect(at(true)).toBe('notAvailable')
    expect(at(true, true)).toBe('connecting')
    expect(at(false, true)).toBe('connecting')
  })

  it('starts a capture if the sensor is ready and the loop is idle, and asks to cancel otherwise', () => {
    expect(shouldStartOnPress({ sensor: 'Ready', isLooping: false })).toBe(true)
    expect(shouldStartOnPress({ sensor: 'Ready', isLooping: true })).toBe(false)
    expect(shouldStartOnPress({ sensor: 'WaitingForRadiation', isLooping: false })).toBe(false)
    expect(shouldStartOnPress({ sensor: 'LoadingImage', isLooping: false })).toBe(false)
  })
})

it('reports an exposure as capturing, then as cleaning up', () => {
  expect(sensorStates.map(getProcessingStep)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    'capturing',
    'capturing',
    'cleaning',
  ])
})

it('arms again only in a known state of the sensor', () => {
  expect(sensorStates.filter((state) => isSettled(state)).toSorted()).toEqual([
    'NotAvailable',
    'Ready',
  ])
  expect(isSettled(undefined)).toBe(false)
})

it('shows no fault before the first sensor state has been received', () => {
  const moment = { sensor: undefined, isLooping: false, isConnecting: true }
  expect(getFrameTone(moment)).toBe('idle')
  expect(getStartObstacle(moment, planned)).toBe('connecting')
})

it('has a frame colour for every sensor state', () => {
  const tones = (isLooping: boolean) =>
    sensorStates.map((sensor) => getFrameTone({ sensor, isLooping }))
  const rest = ['armed', 'waiting', 'working', 'working', 'working']
  expect(tones(false)).toEqual(['fault', 'idle', ...rest])
  expect(tones(true)).toEqual(['fault', 'armed', ...rest])
})
