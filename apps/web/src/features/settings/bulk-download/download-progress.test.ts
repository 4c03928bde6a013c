import { expect, test } from 'vitest'
import { formatLocaleNumber, formatFileSize } from '../../../ui/format/quantities.ts'
import { formatDuration, estimateSecondsLeft } from './download-progress.ts'

/** Replaces the non-breaking spaces of Intl by plain ones. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test('formats sizes with the units of the language', () => {
  expect(plain(formatFileSize(3_440_000, 'en'))).toBe('3.4 MB')
  expect(plain(formatFileSize(3_440_000, 'fr'))).toBe('3,4 Mo')
  expect(plain(formatFileSize(0, 'fr'))).toBe('0,0 Mo')
  expect(plain(formatFileSize(250_400_000, 'en'))).toBe('250 MB')
  expect(plain(formatFileSize(49_100, 'en'))).toBe('50 kB')
  expect(plain(formatFileSize(7, 'fr'))).toBe('1 ko')
  expect(plain(formatFileSize(12_345_000_000, 'fr'))).toBe('12,35 Go')
})

test('rounds durations to common steps', () => {
  expect(plain(formatDuration(0.4, 'en'))).toBe('5 seconds')
  expect(plain(formatDuration(31, 'fr'))).toBe('35 secondes')
  expect(plain(formatDuration(55, 'en'))).toBe('1 minute')
  expect(plain(formatDuration(150, 'fr'))).toBe('3 minutes')
  expect(plain(formatDuration(3600, 'en'))).toBe('1 hour')
  expect(plain(formatDuration(4830, 'fr'))).toBe('1 heure 21 minutes')
})

test('groups thousands as the language does', () => {
  expect(formatLocaleNumber(12_345, 'en')).toBe('12,345')
  expect(plain(formatLocaleNumber(12_345, 'fr'))).toBe('12 345')
})

test('estimates the remaining time from the share of finished images', () => {
  const progress = { done: 25, total: 100, bytes: 1, elapsedMs: 20_000 }
  expect(estimateSecondsLeft(progress)).toBe(60)
  expect(estimateSecondsLeft({ ...progress, done: 100 })).toBe(0)
})

test('gives no estimate in the first seconds or before the first image', () => {
  const progress = { done: 25, total: 100, bytes: 1, elapsedMs: 2999 }
  expect(estimateSecondsLeft(progress)).toBeUndefined()
  expect(estimateSecondsLeft({ ...progress, done: 0, elapsedMs: 60_000 })).toBeUndefined()
})
