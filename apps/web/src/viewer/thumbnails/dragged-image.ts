import { ImageId } from '@talus/contract'
import type { DragEvent } from 'react'

/** A type of its own: files and texts from elsewhere are no images of the study. */
const type = 'application/x-talus-image'

export function dragImage(event: DragEvent, imageId: ImageId) {
  event.dataTransfer.setData(type, String(imageId))
  event.dataTransfer.effectAllowed = 'copy'
}

export const isDraggedImage = (event: DragEvent): boolean => event.dataTransfer.types.includes(type)

export const draggedImage = (event: DragEvent): ImageId | undefined =>
  ImageId.safeParse(Number(event.dataTransfer.getData(type))).data
