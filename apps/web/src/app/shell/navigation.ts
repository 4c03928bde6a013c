import {
  IconChartBar,
  IconClipboardPlus,
  IconLogout,
  IconPhotoScan,
  IconSettings,
  IconStethoscope,
} from '@tabler/icons-react'
import { navigationOf } from '@talus/contract'
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

/** `g`, then the letter: the way to each page by keyboard. */
export const navigationKeys: Record<PageItem, string> = {
  registration: 'g r',
  studylist: 'g s',
  cases: 'g c',
  casestats: 'g t',
  settings: 'g e',
}

export const pagesOf = (actor: Pick<Actor, 'flags'>, variant: Variant): readonly PageItem[] =>
  navigationOf(actor, variant).filter((item) => item !== 'logout')

const placesOnPhone = 3

/** A phone's bar has room for four: three pages, and the menu with the rest. */
export const phonePages = (pages: readonly PageItem[]) => ({
  inBar: pages.slice(0, placesOnPhone),
  inMenu: pages.slice(placesOnPhone),
})
