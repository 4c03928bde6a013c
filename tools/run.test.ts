import { describe, expect, test } from 'vitest'
import { holdsAll, isAtLeast, npmCommand, stampOf, withPath } from './run.mjs'

describe('whether an install is needed', () => {
  const entry = { version: '1.2.3', integrity: 'sha512-a' }
  const lock = { packages: { '': {}, 'packages/contract': {}, 'node_modules/zod': entry } }

  test('no, when npm holds every package at the version asked for', () => {
    expect(holdsAll(lock, { packages: { 'node_modules/zod': entry } })).toBe(true)
  })
  test('yes, when a package is missing, or is another version', () => {
    expect(holdsAll(lock, { packages: {} })).toBe(false)
    const other = { ...entry, version: '1.2.4' }
    expect(holdsAll(lock, { packages: { 'node_modules/zod': other } })).toBe(false)
  })
  test('yes, when nothing was ever installed', () => {
    expect(holdsAll(lock, undefined)).toBe(false)
  })
  test('a package for another platform may be missing', () => {
    const optional = { packages: { 'node_modules/fsevents': { version: '2.0.0', optional: true } } }
    expect(holdsAll(optional, { packages: {} })).toBe(true)
  })
  test('the stamp tells lock files and platforms apart', () => {
    const stamps = [
      stampOf('a', 'linux', 'x64'),
      stampOf('b', 'linux', 'x64'),
      stampOf('a', 'win32', 'x64'),
      stampOf('a', 'linux', 'arm64'),
    ]
    expect(new Set(stamps).size).toBe(4)
  })
})

describe('the npm that installs', () => {
  test('is the one that runs us', () => {
    const env = { npm_execpath: '/opt/npm/bin/npm-cli.js' }
    expect(npmCommand(env, 'linux', '/opt/node')).toEqual({
      command: '/opt/node',
      args: ['/opt/npm/bin/npm-cli.js'],
      shell: false,
    })
  })
  test('is the one on PATH when another program runs us, through a shell on Windows', () => {
    expect(npmCommand({ npm_execpath: '/opt/yarn.js' }, 'linux', 'node').command).toBe('npm')
    expect(npmCommand({}, 'win32', 'node')).toEqual({ command: 'npm.cmd', args: [], shell: true })
  })
})

test('programs of the dependencies come first on PATH, whatever the case of its name', () => {
  expect(withPath({ PATH: '/bin' }, ['/a', '/b'], ':')).toEqual({ PATH: '/a:/b:/bin' })
  expect(withPath({ Path: 'C:\\bin' }, ['D:\\a'], ';')).toEqual({ Path: 'D:\\a;C:\\bin' })
  expect(withPath({}, ['/a'], ':')).toEqual({ PATH: '/a' })
})

test('versions compare by number, not by letter', () => {
  expect(isAtLeast('v24.21.0', '24.12')).toBe(true)
  expect(isAtLeast('v24.9.0', '24.12')).toBe(false)
  expect(isAtLeast('v100.0.0', '24.12')).toBe(true)
  expect(isAtLeast('v20.20.2', '24.12')).toBe(false)
})
