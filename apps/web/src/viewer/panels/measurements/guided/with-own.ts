import type { ImageId, PatientMeasurement } from '@talus/contract'
import type { ViewerSource } from '../../../model.ts'
import type { Drawn } from '../use-drawn.ts'

/** What was saved over the years, with this study as it is on the screen and not as it was saved. */
export function withOwn(
  saved: readonly PatientMeasurement[],
  { images, studyId }: Pick<ViewerSource, 'images' | 'studyId'>,
  states: ReadonlyMap<ImageId, Drawn>,
): readonly PatientMeasurement[] {
  const own = images.flatMap(({ id: imageId, createdOn, bodyPart, bodyPartView, studyId }) =>
    (states.get(imageId)?.drawings ?? [])
      .filter(({ tool }) => tool === 'vhs')
      .map((drawing) => ({ studyId, imageId, createdOn, bodyPart, bodyPartView, drawing })),
  )
  return [...saved.filter((one) => one.studyId !== studyId), ...own]
}
