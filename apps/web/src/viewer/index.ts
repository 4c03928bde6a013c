// The public entry point of the viewer; the other one is prefetch.ts.
export { ToolbarButton } from './core/toolbar/toolbar-button.tsx'
export { ToolbarMenu, ToolbarMenuItem } from './core/toolbar/toolbar-menu.tsx'
export { useViewedStudy } from './radiograph/source/use-viewed-study.ts'
export type { ViewedStudy } from './radiograph/source/use-viewed-study.ts'
export { ViewerSplash } from './splash.tsx'
export type { ViewerProps } from './radiograph/radiograph-viewer.tsx'
export { Viewer } from './viewer.tsx'
