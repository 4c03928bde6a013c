import { createUuid } from '../random-id.ts'

/**
 * Identifies this page until it is loaded again: sensor and generator are leased to one page, and
 * two windows of a user are two pages.
 */
export const pageId: string = createUuid()
