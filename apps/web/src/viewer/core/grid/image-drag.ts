import { ImageId } from '@talus/contract'
import type { DragEvent } from 'react'

/** A custom type, so that files and text dragged from other programs are not accepted. */
const type = 'application/x-talus-image'

export function startImageDrag(event: DragEvent, imageId: ImageId) {
  event.dataTransfer.setData(type, String(imageId))
  event.dataTransfer.effectAllowed = 'copy'
}

export const isDraggedImage = (event: DragEvent): boolean => event.dataTransfer.types.includes(type)

export const readDraggedImage = (event: DragEvent): ImageId | undefined =>
  ImageId.safeParse(Number(event.dataTransfer.getData(type))).data
