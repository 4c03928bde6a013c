import { expect, onTestFinished, test, vi } from 'vitest'
import { createTabPresence } from './tab-presence.ts'

function openTab(draft: string, tab: string) {
  const presence = createTabPresence(draft, tab)
  onTestFinished(presence.open())
  return presence
}

test('the second of two tabs with the same report is read only until it takes over', async () => {
  const first = openTab('7.5', 'a')
  const second = openTab('7.5', 'b')
  const other = openTab('7.6', 'c')
  await vi.waitFor(() => expect(second.isOpenInOtherTab.get()).toBe(true))
  expect([first.isOpenInOtherTab.get(), other.isOpenInOtherTab.get()]).toEqual([false, false])
  second.takeOver()
  await vi.waitFor(() => expect(first.isOpenInOtherTab.get()).toBe(true))
  expect([second.isOpenInOtherTab.get(), other.isOpenInOtherTab.get()]).toEqual([false, false])
})
