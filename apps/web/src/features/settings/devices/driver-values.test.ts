import type { BridgeConfig } from '@talus/contract'
import { expect, test } from 'vitest'
import {
  listChangedDevices,
  listRequiredFields,
  toDrivers,
  toDriverValues,
} from './driver-values.ts'

const createConfig = (drivers: BridgeConfig['drivers']): BridgeConfig => ({
  drivers,
  fixed: [],
  offersSimulator: true,
  serialPorts: [],
  defaultFolders: { general: '/drop/general', dental: '/drop/dental' },
  computer: 'pc',
})

test('the drivers of a station survive the form', () => {
  const simulator = { driver: 'simulator' } as const
  const none = { driver: 'none' } as const
  for (const drivers of [
    { general: simulator, dental: none, generator: simulator },
    {
      general: { driver: 'folder', folder: '/images' } as const,
      dental: none,
      generator: {
        driver: 'serial',
        path: 'COM3',
        baud: 19_200,
        style: 'carriage-return',
        model: 'X 40',
      } as const,
    },
  ])
    expect(toDrivers(toDriverValues(createConfig(drivers)))).toEqual(drivers)
})

test('a folder and a port are required only where they are used', () => {
  const none = { driver: 'none' } as const
  const values = toDriverValues(createConfig({ general: none, dental: none, generator: none }))
  expect(listRequiredFields(values)).toEqual([])
  expect(
    listRequiredFields({ ...values, generalDriver: 'folder', generatorDriver: 'serial' }),
  ).toEqual(['generalFolder', 'serialPath'])
})

test('names each changed device once', () => {
  const none = { driver: 'none' } as const
  const before = toDriverValues(createConfig({ general: none, dental: none, generator: none }))
  expect(listChangedDevices(before, before)).toEqual([])
  const now = { ...before, generalDriver: 'folder', generalFolder: '/images', model: 'X 40' }
  expect(listChangedDevices(before, now)).toEqual(['general', 'generator'])
})
