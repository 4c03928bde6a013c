import { lazyCode } from '../../lazy-code.ts'

/** The frame of the modals and the content of the simplest ones. */
export const modalCode = lazyCode(() => import('./modal.part.tsx'))
