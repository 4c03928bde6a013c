/** Loads the code of the stack viewer; the browser keeps it after the first call. */
export const loadStackCode = () => import('./stack-viewer-code.ts')
