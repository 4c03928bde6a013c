import type { ParseKeys } from 'i18next'

export type TitleKey = Extract<ParseKeys, `shell:title.${string}`>

/** The `handle` of a route: name and title of its page. */
export interface PageHandle {
  /** Sent at sign-out as the page that the user left. */
  readonly name: string
  readonly title: TitleKey
  /** The page is shown to users who are not signed in. */
  readonly isPublic?: boolean
}

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'name' in handle
