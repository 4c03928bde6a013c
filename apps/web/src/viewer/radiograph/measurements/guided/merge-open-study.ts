import type { ImageId, PatientMeasurement } from '@talus/contract'
import type { ViewerSource } from '../../../model.ts'
import type { ImageDrawings } from '../use-drawings.ts'

/** Saved measurements, with those of the open study replaced by its current drawings. */
export function mergeOpenStudy(
  saved: readonly PatientMeasurement[],
  { images, studyId }: Pick<ViewerSource, 'images' | 'studyId'>,
  states: ReadonlyMap<ImageId, ImageDrawings>,
): readonly PatientMeasurement[] {
  const own = images.flatMap(({ id: imageId, createdOn, bodyPart, bodyPartView, studyId }) =>
    (states.get(imageId)?.drawings ?? [])
      .filter(({ tool }) => tool === 'vhs')
      .map((drawing) => ({ studyId, imageId, createdOn, bodyPart, bodyPartView, drawing })),
  )
  return [...saved.filter((one) => one.studyId !== studyId), ...own]
}
