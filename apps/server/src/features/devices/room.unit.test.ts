import { expect, test } from 'vitest'
import { findRoom } from './room.ts'

const here = { room: 'Theatre', address: null }
const there = { room: 'Dental', address: '192.168.1.30' }
const find = (devices: Parameters<typeof findRoom>[0], address: string, room?: string) =>
  findRoom(devices, { address, room }, {})

test('a clinic with one room needs no choice, on any computer', () => {
  expect(find([here, { ...here, address: '192.168.1.30' }], '10.0.0.9')).toBe('Theatre')
  expect(find([there], '10.0.0.9', 'Elsewhere')).toBe('Dental')
  expect(find([], '127.0.0.1')).toBeUndefined()
})

test('with several rooms the chosen one counts, then the bridge of the computer itself', () => {
  expect(find([here, there], '127.0.0.1')).toBe('Theatre')
  expect(find([here, there], '192.168.1.30')).toBe('Dental')
  expect(find([here, there], '127.0.0.1', 'Dental')).toBe('Dental')
  expect(find([here, there], '127.0.0.1', 'Removed')).toBe('Theatre')
})

test('with several rooms a computer without a known room gets none', () => {
  expect(find([here, there], '192.168.1.77')).toBeUndefined()
})
