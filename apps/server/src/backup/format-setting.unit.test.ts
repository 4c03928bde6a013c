import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { formatSetting } from './format-setting.ts'

test('Node reads every folder from the file .env as it is', () => {
  for (const folder of [
    '/srv/talus-restored',
    '/srv/My $HOME folder',
    String.raw`D:\new\restored`,
    String.raw`D:\new #2`,
    `/srv/Dr. O'Neil`,
    `/srv/Dr. O'Neil "new"`,
  ])
    expect(parseEnv(`${formatSetting('TALUS_DATA', folder)}\n`)).toEqual({ TALUS_DATA: folder })
})
