import { describe, expect, test } from 'vitest'
import {
  isInstalled,
  isVersionAtLeast,
  getNpmCommand,
  createInstallStamp,
  prependPath,
} from './run.mjs'

describe('install check', () => {
  const entry = { version: '1.2.3', integrity: 'sha512-a' }
  const lock = { packages: { '': {}, 'packages/contract': {}, 'node_modules/zod': entry } }

  test('no install is needed if every package is installed at the locked version', () => {
    expect(isInstalled(lock, { packages: { 'node_modules/zod': entry } })).toBe(true)
  })
  test('an install is needed if a package is missing or has another version', () => {
    expect(isInstalled(lock, { packages: {} })).toBe(false)
    const other = { ...entry, version: '1.2.4' }
    expect(isInstalled(lock, { packages: { 'node_modules/zod': other } })).toBe(false)
  })
  test('an install is needed if nothing was installed before', () => {
    expect(isInstalled(lock, undefined)).toBe(false)
  })
  test('an optional package for another platform may be missing', () => {
    const optional = { packages: { 'node_modules/fsevents': { version: '2.0.0', optional: true } } }
    expect(isInstalled(optional, { packages: {} })).toBe(true)
  })
  test('the install stamp differs between lock files and platforms', () => {
    const stamps = [
      createInstallStamp('a', 'linux', 'x64'),
      createInstallStamp('b', 'linux', 'x64'),
      createInstallStamp('a', 'win32', 'x64'),
      createInstallStamp('a', 'linux', 'arm64'),
    ]
    expect(new Set(stamps).size).toBe(4)
  })
})

describe('npm command', () => {
  test('the npm that runs the script installs the dependencies', () => {
    const env = { npm_execpath: '/opt/npm/bin/npm-cli.js' }
    expect(getNpmCommand(env, 'linux', '/opt/node')).toEqual({
      command: '/opt/node',
      args: ['/opt/npm/bin/npm-cli.js'],
      shell: false,
    })
  })
  test('the npm on PATH is used if another program runs the script, with a shell on Windows', () => {
    expect(getNpmCommand({ npm_execpath: '/opt/yarn.js' }, 'linux', 'node').command).toBe('npm')
    expect(getNpmCommand({}, 'win32', 'node')).toEqual({
      command: 'npm.cmd',
      args: [],
      shell: true,
    })
  })
})

test('programs of the dependencies come first on PATH, also if the variable is named Path', () => {
  expect(prependPath({ PATH: '/bin' }, ['/a', '/b'], ':')).toEqual({ PATH: '/a:/b:/bin' })
  expect(prependPath({ Path: 'C:\\bin' }, ['D:\\a'], ';')).toEqual({ Path: 'D:\\a;C:\\bin' })
  expect(prependPath({}, ['/a'], ':')).toEqual({ PATH: '/a' })
})

test('Node versions are compared as numbers, not as text', () => {
  expect(isVersionAtLeast('v24.21.0', '24.12')).toBe(true)
  expect(isVersionAtLeast('v24.9.0', '24.12')).toBe(false)
  expect(isVersionAtLeast('v100.0.0', '24.12')).toBe(true)
  expect(isVersionAtLeast('v20.20.2', '24.12')).toBe(false)
})
