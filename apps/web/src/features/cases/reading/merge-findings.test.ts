import type { CaseFindings } from '@talus/contract'
import { expect, test } from 'vitest'
import { mergeFindings } from './merge-findings.ts'

const write = (texts: Partial<CaseFindings>): CaseFindings => ({
  findings: 'Normal thorax.',
  interpretation: '',
  internalMedicineRecommandations: '',
  signature: 'Rachel Dunmore',
  ...texts,
})
const base = write({})

test('a field takes the text of the computer that alone has changed it', () => {
  const mine = write({ interpretation: 'No disease.' })
  const theirs = write({ findings: 'Large heart.' })
  expect(mergeFindings(base, mine, theirs)).toEqual({
    texts: write({ findings: 'Large heart.', interpretation: 'No disease.' }),
    conflicts: [],
  })
})

test('a text that the other computer has emptied is emptied, and an own empty one stays empty', () => {
  const { texts, conflicts } = mergeFindings(
    base,
    write({ signature: '' }),
    write({ findings: '' }),
  )
  expect([texts.findings, texts.signature, conflicts]).toEqual(['', '', []])
})

test('a field that both have changed keeps the own text and is named', () => {
  const mine = write({ findings: 'Large heart.', signature: 'R. Dunmore' })
  const theirs = write({ findings: 'Small heart.', interpretation: 'Dehydration.' })
  expect(mergeFindings(base, mine, theirs)).toEqual({
    texts: write({
      findings: 'Large heart.',
      interpretation: 'Dehydration.',
      signature: 'R. Dunmore',
    }),
    conflicts: ['findings'],
  })
})

test('the same change on both computers is no conflict', () => {
  const mine = write({ findings: 'Large heart. ' })
  const { texts, conflicts } = mergeFindings(base, mine, write({ findings: 'Large heart.' }))
  expect([texts, conflicts]).toEqual([mine, []])
})

test('without the version that both had, each difference is a conflict', () => {
  const theirs = write({ interpretation: 'Dehydration.' })
  expect(mergeFindings(undefined, base, theirs).conflicts).toEqual(['interpretation'])
  expect(mergeFindings(undefined, base, base).conflicts).toEqual([])
})
