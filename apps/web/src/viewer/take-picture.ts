import type { ImageId } from '@talus/contract'
import { pixelAspectOf } from '@talus/measurements'
import type { Desk } from './desk.ts'
import { snapshot, standaloneSvg } from './engine/snapshot.ts'
import { shownPicture } from './frames/shown-picture.ts'
import type { TakePicture } from './panels/toolbar/toolbar-props.ts'

/** Finer than the screen where that is coarse: a picture is looked at elsewhere, and printed. */
const ratioOf = () => Math.max(2, devicePixelRatio)

const layerOf = (imageId: ImageId) =>
  document.querySelector<SVGSVGElement>(`svg[data-drawings-of="${imageId}"]`)

/** A copy of what a cell shows. */
export const takePictureAt =
  ({ pictures, store }: Desk): TakePicture =>
  async (imageId, { withDrawings }) => {
    const picture = shownPicture({ pictures, store }, imageId)
    const { metadata, pixels } = picture
    const layer = layerOf(imageId)
    if (!layer || !metadata || !pixels) throw new Error('the image is not complete')
    const cell = { width: layer.clientWidth, height: layer.clientHeight }
    const { viewport, crop } = store.imageState(imageId)
    const camera = {
      columns: metadata.Columns,
      rows: metadata.Rows,
      pixelAspect: pixelAspectOf(metadata.spacing),
      cell,
      viewport,
      crop,
    }
    return snapshot(picture, camera, {
      drawings: withDrawings ? standaloneSvg(layer, cell) : undefined,
      type: 'image/png',
      ratio: ratioOf(),
    })
  }
