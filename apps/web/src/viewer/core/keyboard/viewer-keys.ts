import type { PointerTool } from '../model.ts'

/**
 * The keys of the viewer, in one place so that none is used twice. A capital is a letter with
 * Shift: the guided measurements have those, because the small letters are used up by the tools
 * and the view.
 */
export const toolKeys = {
  w: 'windowLevel',
  z: 'zoom',
  p: 'pan',
  R: 'rotate',
  k: 'magnifier',
  l: 'length',
  a: 'angle',
  b: 'bidirectional',
  o: 'ellipse',
  O: 'freehandArea',
  t: 'comment',
  m: 'marker',
  d: 'arrow',
  x: 'crop',
  e: 'eraser',
} as const satisfies Readonly<Record<string, PointerTool>>

/** Only with the permission for the advanced tools. */
export const advancedToolKeys = {
  V: 'vhs',
  T: 'tplo',
  A: 'tta',
  N: 'norberg',
} as const satisfies Readonly<Record<string, PointerTool>>

export const imageActionKeys = {
  invert: 'i',
  turnRight: 'r',
  turnLeft: 'q',
  mirrorAcross: 'h',
  mirrorDown: 'v',
  overlay: 'n',
  presentation: 'G',
  fit: 'f',
  ownSize: '*',
  zoomIn: '+',
  zoomOut: '-',
  reset: '0',
  undo: 'u',
  redo: 'y',
  next: '.',
  previous: ',',
  cell: 'c',
  oneUp: 'F',
  drawings: 's',
  sharpen: 'K',
  layouts: 'L',
  nextStage: 'S',
  previousStage: 'P',
  addToReport: 'C',
} as const

/** Window presets in the order of their menu; 0 resets the view. */
export const presetKeys = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

export const frameKeys = { next: '>', previous: '<', play: 'j' } as const
