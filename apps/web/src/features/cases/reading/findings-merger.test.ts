import type { CaseFindings } from '@talus/contract'
import { expect, test } from 'vitest'
import { createStore } from '../../../store.ts'
import { createFindingsMerger } from './findings-merger.ts'

const write = (findings: string, interpretation: string): CaseFindings => ({
  findings,
  interpretation,
  internalMedicineRecommandations: '',
  signature: '',
})

function open(mine: CaseFindings, base = write('', '')) {
  const texts = createStore(mine)
  return { texts, merger: createFindingsMerger(texts, base) }
}

test('the texts are saved with the last decision, each field with the chosen text', () => {
  const { texts, merger } = open(write('a', 'b'))
  expect(merger.merge(write('x', 'y'), 7).version).toBeUndefined()
  expect(merger.conflict.get()?.fields).toEqual(['findings', 'interpretation'])
  expect(merger.decide('findings', 'mine')).toEqual({ text: 'a', version: undefined })
  expect(merger.decide('interpretation', 'theirs')).toEqual({ text: 'y', version: 7 })
  texts.set(write('a', 'y'))
  expect(merger.conflict.get()).toBeUndefined()
  // The other computer has not changed what was decided about.
  expect(merger.merge(write('x', 'y'), 8)).toEqual({ content: write('a', 'y'), version: 8 })
})

test('a reload between two decisions asks about the open field alone, and undoes no merge', () => {
  const old = { internalMedicineRecommandations: 'old' }
  const { texts, merger } = open({ ...write('a', 'b'), ...old }, { ...write('', ''), ...old })
  const theirs = { ...write('x', 'y'), internalMedicineRecommandations: 'new' }
  merger.merge(theirs, 7)
  merger.decide('findings', 'mine')
  const after = createFindingsMerger(texts, merger.getBase())
  after.merge(theirs, 7)
  expect(after.conflict.get()?.fields).toEqual(['interpretation'])
  expect(texts.get()).toEqual({ ...theirs, findings: 'a', interpretation: 'b' })
})

test.each(['mine', 'theirs'] as const)(
  'the text that was not kept is brought back once, below what was typed since: %s',
  (use) => {
    const { texts, merger } = open(write('a', ''))
    merger.merge(write('x', ''), 7)
    const kept = merger.decide('findings', use)?.text ?? ''
    const other = use === 'mine' ? 'x' : 'a'
    const [dropped] = merger.dropped.get()
    if (!dropped) throw new Error('nothing was dropped')
    texts.set(write(`${kept} and more`, ''))
    expect(merger.bringBack(dropped)).toBe(`${kept} and more\n${other}`)
    expect(merger.dropped.get()).toEqual([])
    texts.set(write(kept, ''))
    expect(merger.bringBack(dropped)).toBe(other)
  },
)

test('a text that is empty on one side leaves nothing to bring back', () => {
  const { merger } = open(write('', ''), write('old', ''))
  merger.merge(write('new', ''), 7)
  merger.decide('findings', 'theirs')
  expect(merger.dropped.get()).toEqual([])
})
