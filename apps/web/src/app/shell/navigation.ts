import {
  IconChartBar,
  IconClipboardPlus,
  IconLogout,
  IconPhotoScan,
  IconSettings,
  IconStethoscope,
} from '@tabler/icons-react'
import { getNavigation } from '@talus/contract'
import type { Actor, NavigationItem, Variant } from '@talus/contract'

export const navigationIcons = {
  registration: IconClipboardPlus,
  studylist: IconPhotoScan,
  cases: IconStethoscope,
  casestats: IconChartBar,
  settings: IconSettings,
  logout: IconLogout,
} satisfies Record<NavigationItem, unknown>

export type PageItem = Exclude<NavigationItem, 'logout'>

/** Keyboard shortcuts of the pages: `g`, then a letter. */
export const navigationKeys: Record<PageItem, string> = {
  registration: 'g r',
  studylist: 'g s',
  cases: 'g c',
  casestats: 'g t',
  settings: 'g e',
}

export const getPages = (actor: Pick<Actor, 'flags'>, variant: Variant): readonly PageItem[] =>
  getNavigation(actor, variant).filter((item) => item !== 'logout')

const maxPagesInBar = 3

/** The bottom bar of a phone has four items: three pages, and the menu with the rest. */
export const splitForPhone = (pages: readonly PageItem[]) => ({
  inBar: pages.slice(0, maxPagesInBar),
  inMenu: pages.slice(maxPagesInBar),
})
