import type { TextStyleName } from '../layout/index.ts'
import type { StructureType } from './structure.ts'

const levels: Readonly<Partial<Record<TextStyleName, 1 | 2 | 3>>> = {
  title: 1,
  heading2: 2,
  heading3: 3,
}
const types = { 1: 'H1', 2: 'H2', 3: 'H3' } as const satisfies Record<number, StructureType>

/**
 * Gives each heading its tag. PDF/UA forbids to skip a level: a heading of level 3 directly below a
 * title is tagged as level 2, however it looks.
 */
export function createHeadingTags() {
  let last = 0
  return (style: TextStyleName): StructureType => {
    const wanted = levels[style]
    if (wanted === undefined) return 'P'
    const level = Math.min(wanted, last + 1)
    last = level
    return level === 1 ? types[1] : level === 2 ? types[2] : types[3]
  }
}
export type HeadingTags = ReturnType<typeof createHeadingTags>
