import type { CaseDetail, Image, ImageId, StudyId } from '@talus/contract'
import type { ViewerSource } from '../../../viewer/index.ts'
import { isSlice } from '../shared/image-series.ts'

interface CaseViewsOptions {
  readonly radCase: Pick<CaseDetail, 'studyId'>
  readonly source: ViewerSource
  /** The images of the case, also those of earlier studies. */
  readonly attached: readonly Image[]
  /** Describes the studies of images for comparison. */
  readonly createPriors: (images: readonly Image[]) => NonNullable<ViewerSource['priors']>
  readonly showSlices: (studyId: StudyId) => void
}

/** The studies of a case with CT or MR series and with radiographs, for the viewer of each. */
export function createCaseViews(options: CaseViewsOptions) {
  const { radCase, source, attached, createPriors, showSlices } = options
  const byAge = attached.toSorted(
    (one, other) =>
      Number(other.studyId === radCase.studyId) - Number(one.studyId === radCase.studyId) ||
      other.createdOn.localeCompare(one.createdOn),
  )
  const studies = [...new Set(byAge.map(({ studyId }) => studyId))]
  const ofStudy = (images: readonly Image[], studyId: StudyId | undefined) =>
    images.filter((image) => image.studyId === studyId)
  const slices = attached.filter(isSlice)
  const others = attached.filter((image) => !isSlice(image))
  const priors = createPriors(attached)
  const countStudies = studies.length
  const orderedOthers = studies.flatMap((studyId) => ofStudy(others, studyId))
  return {
    /** The study whose series are shown first: that of the case, or the newest with slices. */
    stackStudyId: studies.find((studyId) => ofStudy(slices, studyId).length > 0),
    /** Whether the case is about slices; otherwise only an earlier study has them. */
    areSlicesOwn: ofStudy(slices, radCase.studyId ?? undefined).length > 0,
    countSlices: slices.length,
    /** Images that are no slices: those of the study of the case, then those of the newest. */
    others: orderedOthers,
    createStackSource: (studyId: StudyId): ViewerSource => ({
      ...source,
      studyId,
      images: ofStudy(attached, studyId),
      priors: countStudies > 1 ? priors : undefined,
      queryKey: [...source.queryKey, 'slices', studyId],
    }),
    /**
     * One study at a time, so that an earlier image is never mistaken for one of the case; the other
     * studies are placed beside it. Without slices, the source of the case is already that.
     */
    createImageSource: (opened: ImageId | undefined): ViewerSource => {
      if (slices.length === 0) return source
      const first = orderedOthers.find(({ id }) => id === opened) ?? orderedOthers[0]
      // A study of which nothing but slices is attached is described by them.
      const shown = attached.filter(
        (image) => !isSlice(image) || ofStudy(others, image.studyId).length === 0,
      )
      const described = createPriors(shown)
      return {
        ...source,
        studyId: first?.studyId,
        images: ofStudy(others, first?.studyId),
        priors:
          countStudies > 1
            ? {
                ...described,
                list: async () => {
                  const all = await priors.list()
                  const listed = await described.list()
                  return listed.map((study) => ({
                    ...study,
                    seriesModalities:
                      all.find(({ id }) => id === study.id)?.seriesModalities ??
                      study.seriesModalities,
                  }))
                },
                showSlices,
              }
            : undefined,
        queryKey: [...source.queryKey, 'images', first?.studyId],
      }
    },
  }
}
