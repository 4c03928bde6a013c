import { expect, test } from 'vitest'
import { findXRayRoom } from './x-ray-room.ts'

const here = { xRayRoom: 'Theatre', address: null }
const there = { xRayRoom: 'Dental', address: '192.168.1.30' }
const find = (devices: Parameters<typeof findXRayRoom>[0], address: string, xRayRoom?: string) =>
  findXRayRoom(devices, { address, xRayRoom }, {})

test('a clinic with one X-ray room needs no choice, on any computer', () => {
  expect(find([here, { ...here, address: '192.168.1.30' }], '10.0.0.9')).toBe('Theatre')
  expect(find([there], '10.0.0.9', 'Elsewhere')).toBe('Dental')
  expect(find([], '127.0.0.1')).toBeUndefined()
})

test('with several X-ray rooms the chosen one counts, then the bridge of the computer itself', () => {
  expect(find([here, there], '127.0.0.1')).toBe('Theatre')
  expect(find([here, there], '192.168.1.30')).toBe('Dental')
  expect(find([here, there], '127.0.0.1', 'Dental')).toBe('Dental')
})

test('a chosen X-ray room that was renamed or removed is not replaced by another one', () => {
  expect(find([here, there], '127.0.0.1', 'Removed')).toBeUndefined()
})

test('with several X-ray rooms a computer without a known one gets none', () => {
  expect(find([here, there], '192.168.1.77')).toBeUndefined()
})
