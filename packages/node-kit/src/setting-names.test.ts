import { expect, test } from 'vitest'
import { describeUnknownSetting, findMistakenSettings, settingNames } from './setting-names.ts'

test.for([
  ['SECOND_STORE_MONTH', 'SECOND_STORE_MONTHS'],
  ['TALUS_DAAT', 'TALUS_DATA'],
  ['PROT', 'PORT'],
  ['BRIDGE_SERIALPATH', 'BRIDGE_SERIAL_PATH'],
] as const)('%s is taken for %s', ([wrong, meant]) => {
  expect(describeUnknownSetting(wrong)).toBe(
    `${wrong} is no setting of Talus. Did you mean ${meant}?`,
  )
})

test('a name that is like no setting leads to the list', () => {
  expect(describeUnknownSetting('NOSUCH')).toBe(
    'NOSUCH is no setting of Talus. README.md lists the settings.',
  )
})

test('names of .env are mistakes if they begin or look like a setting', () => {
  expect(findMistakenSettings([...settingNames])).toEqual([])
  expect(
    findMistakenSettings(['HOST', 'DICOM_SPEED', 'HOTS', 'EDITOR']).map(
      (text) => text.split(' ')[0],
    ),
  ).toEqual(['DICOM_SPEED', 'HOTS'])
})
