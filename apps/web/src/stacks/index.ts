// The public entry point of the stack viewer. Its code is loaded when a study has CT or MR series.
export { StackViewer } from './lazy-stack-viewer.tsx'
export type { OtherImages } from './panels/other-images.tsx'
export type { CroppedPicture } from './views/crop-picture.ts'
export { hasStacks, isStackImage } from './source/stack-images.ts'
