// The public entry point of the stack viewer. Its code is loaded when a study has CT or MR series.
import { lazy } from 'react'

export { hasStacks, isStackImage } from './source/stack-images.ts'

export const StackViewer = lazy(async () => ({
  default: (await import('./stack-viewer.tsx')).StackViewer,
}))
