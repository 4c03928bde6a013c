import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createLaunchdService } from './launchd.ts'
import { createScheduledTask } from './scheduled-task.ts'
import type { ServiceProgram } from './definition.ts'
import { parseSetting, setValues } from './settings-file.ts'
import { createSystemdService } from './systemd.ts'
import { undoOnFailure } from './undo.ts'

const program: ServiceProgram = {
  node: '/opt/talus & co/node',
  args: ['/opt/talus & co/supervise.mjs', '--with-bridge'],
  folder: '/opt/talus & co',
  dataFolder: '/srv/100%',
  environment: { NODE_ENV: 'production' },
  user: 'clinic',
}

const hasSystemd = () => {
  try {
    execFileSync('systemd-analyze', ['--version'])
    return true
  } catch {
    return false
  }
}

test('the unit of systemd starts the supervisor as the owner, and again after a crash', () => {
  const { content, install, uninstall } = createSystemdService(program)
  const lines = content.toString().split('\n')
  expect(lines).toContain('User=clinic')
  expect(lines).toContain(
    'ExecStart="/opt/talus & co/node" "/opt/talus & co/supervise.mjs" "--with-bridge"',
  )
  expect(lines).toContain('Restart=always')
  expect(lines).toContain('ReadWritePaths=-"/srv/100%%"')
  expect(install.map(({ args }) => args.join(' '))).toEqual([
    'daemon-reload',
    'enable talus',
    'restart talus',
  ])
  expect(uninstall.every(({ isOptional }) => isOptional)).toBe(true)
})

test.runIf(hasSystemd())('systemd itself accepts the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'talus-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'talus.service')
  const real = { ...program, node: process.execPath, folder, dataFolder: folder, user: 'nobody' }
  writeFileSync(file, createSystemdService(real).content)
  expect(execFileSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })).toBe(
    '',
  )
})

test('the definition for launchd has every argument as a text of its own', () => {
  const plist = createLaunchdService(program).content.toString()
  expect(plist).toContain('<string>/opt/talus &amp; co/node</string>')
  expect(plist).toContain('<key>UserName</key><string>clinic</string>')
  expect(plist).toContain('<key>NODE_ENV</key><string>production</string>')
  expect(plist).toContain('<key>KeepAlive</key><true/>')
})

test('the task of Windows is UTF-16, quotes paths, and has an account with few rights', () => {
  const { content, install, file } = createScheduledTask({
    ...program,
    node: String.raw`C:\Program Files\Talus\node.exe`,
    args: [String.raw`C:\Program Files\Talus\supervise.mjs`, String.raw`--log-folder=D:\data\\`],
    folder: String.raw`C:\Program Files\Talus`,
    dataFolder: String.raw`D:\data`,
  })
  expect([...content.subarray(0, 2)]).toEqual([0xff, 0xfe])
  const task = content.toString('utf16le')
  expect(task).toContain(String.raw`<Command>C:\Program Files\Talus\node.exe</Command>`)
  expect(task).toContain(
    String.raw`<Arguments>"C:\Program Files\Talus\supervise.mjs" "--log-folder=D:\data\\\\"</Arguments>`,
  )
  expect(task).toContain('<UserId>S-1-5-19</UserId>')
  expect(task).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
  expect(file).toBe(String.raw`D:\data\talus-task.xml`)
  expect(install.map(({ program: name }) => name)).toEqual([
    'icacls.exe',
    'icacls.exe',
    'schtasks.exe',
    'schtasks.exe',
    'schtasks.exe',
  ])
})

test('settings replace their line in .env, and everything else stays', () => {
  const before = '# clinic\nPORT=4280\nSMTP_URL="smtp://mail"\n'
  const after = setValues(before, [
    { name: 'PORT', value: '80' },
    { name: 'TALUS_DATA', value: String.raw`D:\Talus data #1` },
  ])
  expect(after).toBe(
    `# clinic\nPORT="80"\nSMTP_URL="smtp://mail"\nTALUS_DATA='D:\\Talus data #1'\n`,
  )
  expect(parseEnv(after)).toEqual({
    PORT: '80',
    SMTP_URL: 'smtp://mail',
    TALUS_DATA: String.raw`D:\Talus data #1`,
  })
  expect(setValues('', [])).toBe('')
})

test('an update stops and starts the service with the tools of the system', () => {
  const { stop, start, find } = createSystemdService(program)
  expect([...stop, ...start, find].map(({ args }) => args.join(' '))).toEqual([
    'stop talus',
    'start talus',
    'cat talus',
  ])
  const task = createScheduledTask(program)
  expect([...task.stop, ...task.start, task.find].map(({ args }) => args.join(' '))).toEqual([
    '/End /TN Talus',
    '/Run /TN Talus',
    '/Query /TN Talus',
  ])
  const daemon = createLaunchdService(program)
  expect(daemon.stop.map(({ args }) => args[0])).toEqual(['bootout'])
  expect(daemon.start.map(({ args }) => args)).toEqual([['bootstrap', 'system', daemon.file]])
})

test('Node reads a path of Windows from the file as it was given', () => {
  for (const value of [String.raw`C:\new folder\talus`, String.raw`C:\new\O'Neil #1`])
    expect(parseEnv(setValues('', [{ name: 'TALUS_DATA', value }]))).toEqual({ TALUS_DATA: value })
})

test.for(['PORT', 'port=80', '=80', 'PORT 80', 'A="b"', 'A=b\nC=d'])('%j is no setting', (text) => {
  expect(parseSetting(text)).toBeUndefined()
})

const runService = (...args: readonly string[]) =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../service.ts'), ...args], {
    encoding: 'utf8',
  })
const settingsFile = join(import.meta.dirname, '../../.env')
const readSettingsFile = () => existsSync(settingsFile) && readFileSync(settingsFile, 'utf8')

test('an unknown setting is refused with the nearest one, and not written', () => {
  const before = readSettingsFile()
  const { status, stderr } = runService('install', 'TALUS_DEMO=0', 'SECOND_STOR=/mnt/nas')
  expect(status).toBe(1)
  expect(stderr).toBe('SECOND_STOR is no setting of Talus. Did you mean SECOND_STORE?\n')
  expect(readSettingsFile()).toBe(before)
})

test('settings are refused where they have no effect', () => {
  expect(runService('status', 'PORT=80')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('npm run service status takes no settings.'),
  })
})

test.runIf(process.platform === 'linux' && !existsSync('/run/systemd/system'))(
  'without systemd the installation changes nothing and says how to start Talus',
  () => {
    const before = readSettingsFile()
    const { status, stderr } = runService('install', 'TALUS_DEMO=0')
    expect(status).toBe(1)
    expect(stderr).toMatch(/does not run systemd.*nothing was changed.*npm start/su)
    expect(readSettingsFile()).toBe(before)
    expect(existsSync('/etc/systemd/system/talus.service')).toBe(false)
  },
)

test('an installation that fails leaves the files as they were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'talus-undo-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [changed, created] = [join(folder, '.env'), join(folder, 'talus.service')]
  writeFileSync(changed, 'PORT=80\n')
  const install = (isFine: boolean) => async () => {
    for (const path of [changed, created]) writeFileSync(path, 'new')
    if (!isFine) throw new Error('systemctl failed')
  }
  await expect(undoOnFailure([changed, created], install(false))).rejects.toThrow('systemctl')
  expect(readFileSync(changed, 'utf8')).toBe('PORT=80\n')
  expect(existsSync(created)).toBe(false)
  await undoOnFailure([changed, created], install(true))
  expect(readFileSync(created, 'utf8')).toBe('new')
})
