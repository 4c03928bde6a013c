import { expect, test } from 'vitest'
import { numberWords, sizeWords } from '../../../ui/quantities.ts'
import { durationWords, secondsLeft } from './progress-words.ts'

/** Intl writes spaces that do not break; which one is not the point here. */
const plain = (text: string) => text.replaceAll(/\s/gu, ' ')

test('sizes are told in the units of the language', () => {
  expect(plain(sizeWords(3_440_000, 'en'))).toBe('3.4 MB')
  expect(plain(sizeWords(3_440_000, 'fr'))).toBe('3,4 Mo')
  expect(plain(sizeWords(0, 'fr'))).toBe('0,0 Mo')
  expect(plain(sizeWords(250_400_000, 'en'))).toBe('250 MB')
  expect(plain(sizeWords(12_345_000_000, 'fr'))).toBe('12,35 Go')
})

test('times are rounded to what people say', () => {
  expect(plain(durationWords(0.4, 'en'))).toBe('5 seconds')
  expect(plain(durationWords(31, 'fr'))).toBe('35 secondes')
  expect(plain(durationWords(55, 'en'))).toBe('1 minute')
  expect(plain(durationWords(150, 'fr'))).toBe('3 minutes')
  expect(plain(durationWords(3600, 'en'))).toBe('1 hour')
  expect(plain(durationWords(4830, 'fr'))).toBe('1 heure 21 minutes')
})

test('thousands are grouped as the language does', () => {
  expect(numberWords(12_345, 'en')).toBe('12,345')
  expect(plain(numberWords(12_345, 'fr'))).toBe('12 345')
})

test('the rest takes as long as its part of the images', () => {
  const progress = { done: 25, total: 100, bytes: 1, elapsedMs: 20_000 }
  expect(secondsLeft(progress)).toBe(60)
  expect(secondsLeft({ ...progress, done: 100 })).toBe(0)
})

test('nothing is guessed in the first seconds or before the first image', () => {
  const progress = { done: 25, total: 100, bytes: 1, elapsedMs: 2999 }
  expect(secondsLeft(progress)).toBeUndefined()
  expect(secondsLeft({ ...progress, done: 0, elapsedMs: 60_000 })).toBeUndefined()
})
