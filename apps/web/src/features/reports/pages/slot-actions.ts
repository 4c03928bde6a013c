import type { ImageSlot } from '@talus/report/document'

/** The actions of a slot; the screen decides how they work. */
export interface SlotActions {
  readonly choose: (pageId: string, slot: number) => Promise<void>
  readonly drop: (pageId: string, slot: number, data: DataTransfer) => void
  readonly describe: (pageId: string, slot: ImageSlot) => void
  readonly remove: (pageId: string, slot: number) => void
}

/** The type of a dragged image of the panel. */
export const imageDragType = 'application/x-talus-report-image'
/** The type of a dragged image of another slot: its page and its number. */
export const slotDragType = 'application/x-talus-report-slot'

export const hasDraggedImage = ({ types }: DataTransfer): boolean =>
  types.includes(imageDragType) || types.includes(slotDragType)
