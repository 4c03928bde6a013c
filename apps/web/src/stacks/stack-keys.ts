import type { PointerTool } from '../viewer/core/model.ts'

/**
 * The keys of the stack viewer, in one place so that none is used twice. Tools have the letters that
 * they have in the viewer of radiographs.
 */
export const stackToolKeys = {
  c: 'scroll',
  w: 'windowLevel',
  z: 'zoom',
  p: 'pan',
  k: 'magnifier',
  x: 'crosshair',
  l: 'length',
  a: 'angle',
  b: 'bidirectional',
  o: 'ellipse',
  O: 'freehandArea',
  R: 'rectangle',
  P: 'probe',
  t: 'comment',
  m: 'marker',
  d: 'arrow',
  e: 'eraser',
} as const satisfies Readonly<Record<string, PointerTool>>

export const stackKeys = {
  layouts: 'g',
  first: 'Home',
  last: 'End',
  next: 'PageDown',
  previous: 'PageUp',
  play: 'j',
  thinner: '[',
  thicker: ']',
  slabMode: '\\',
  phase: 'n',
  sync: 's',
  link: 'L',
  lines: 'S',
  crosshair: 'X',
  turnLeft: ',',
  turnRight: '.',
  reset: 'r',
  invert: 'i',
  fit: 'f',
  rotate: 'q',
  mirror: 'h',
  zoomIn: '+',
  zoomOut: '-',
  undo: 'u',
  redo: 'y',
  cell: 'v',
  oneUp: 'F',
  drawings: 'H',
} as const

/** Window presets in the order of their menu. */
export const presetKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0'] as const
