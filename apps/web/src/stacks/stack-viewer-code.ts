// Everything that is loaded when a study with CT or MR series is opened, in one file.
export { StackViewer } from './stack-viewer.tsx'
export { openFirstVolume } from './first-volume.ts'
