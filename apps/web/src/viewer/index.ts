// The public entry point of the viewer; the other one is prefetch.ts.
export { ToolbarMenu, ToolbarMenuItem } from './core/toolbar/toolbar-menu.tsx'
export { useViewedStudy } from './radiograph/source/use-viewed-study.ts'
export type { ViewedStudy } from './radiograph/source/use-viewed-study.ts'
export { useViewedCase } from './radiograph/source/use-viewed-case.ts'
export type { ViewedCase } from './radiograph/source/use-viewed-case.ts'
export { ViewerSplash } from './splash.tsx'
export type { ViewerProps } from './radiograph/radiograph-viewer.tsx'
export { Viewer } from './viewer.tsx'
