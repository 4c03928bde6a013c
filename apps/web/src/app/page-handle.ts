import type { ParseKeys } from 'i18next'

export type TitleKey = Extract<ParseKeys, `shell:title.${string}`>

/** What a route says of its page. */
export interface PageHandle {
  /** Sent along at sign-out as the page that was left. */
  readonly name: string
  readonly title: TitleKey
  /** Before signing in. */
  readonly isPublic?: boolean
}

export const isPageHandle = (handle: unknown): handle is PageHandle =>
  typeof handle === 'object' && handle !== null && 'title' in handle && 'name' in handle
