import { lazyCode } from '../../lazy-code.ts'
import { openWithCode } from '../modals/open-with-code.ts'

const code = lazyCode(() => import('./keyboard-help.part.tsx'))

/** Opens the keyboard help with the active shortcuts. */
export const openKeyboardHelp = () => openWithCode(code, ({ openHelp }) => openHelp())
