import type { Image, ImageId, StudyId } from '@talus/contract'
import { expect, test } from 'vitest'
import type { ViewerSource } from '../../../viewer/index.ts'
import { createCaseViews } from './case-views.ts'

const [ct, earlier, oldest] = [1, 2, 3].map((id) => id as StudyId) as [StudyId, StudyId, StudyId]
/** An image of which the views read some fields only. */
const toImage = (fields: Partial<Image>): Image => fields as Image
const image = (id: number, studyId: StudyId, modality: Image['modality']) =>
  toImage({
    id: id as ImageId,
    studyId,
    modality,
    createdOn: `2026-0${9 - studyId}-01T12:00:00.000Z`,
  })
const slices = [image(10, ct, 'CT'), image(11, ct, 'CT')]
const radiographs = [
  image(30, oldest, 'General'),
  image(20, earlier, 'General'),
  image(21, earlier, 'General'),
]
/** As the source of a case describes them: the modality is that of the first image. */
const createPriors = (images: readonly Image[]) => ({
  list: async () =>
    [...new Set(images.map(({ studyId }) => studyId))].map((id) => {
      const own = images.filter(({ studyId }) => studyId === id)
      return {
        id,
        createdOn: own[0]?.createdOn ?? '',
        modality: own[0]?.modality ?? ('Unspecified' as const),
        isDeleted: false,
        seriesModalities: own.map(({ modality }) => modality),
      }
    }),
  images: async (id: StudyId) => images.filter(({ studyId }) => studyId === id),
  state: () => Promise.reject(new Error('the test reads no drawings')),
})

const createViews = (studyId: StudyId, attached: readonly Image[]) =>
  createCaseViews({
    radCase: { studyId },
    source: { images: attached, studyId, queryKey: ['case'] } as unknown as ViewerSource,
    attached,
    createPriors,
    showSlices: () => {},
  })
const getIds = (images: readonly Image[]) => images.map(({ id }) => id)

test('a CT case begins with its series, and its earlier radiographs are shown by study', async () => {
  const views = createViews(ct, [...radiographs, ...slices])
  expect([views.stackStudyId, views.areSlicesOwn]).toEqual([ct, true])
  expect(getIds(views.others)).toEqual([20, 21, 30])
  const source = views.createImageSource(undefined)
  expect([source.studyId, getIds(source.images)]).toEqual([earlier, [20, 21]])
  const older = views.createImageSource(30 as ImageId)
  expect([older.studyId, getIds(older.images)]).toEqual([oldest, [30]])
  const listed = await older.priors?.list()
  expect(listed?.map(({ id }) => id).toSorted()).toEqual([ct, earlier, oldest])
})

test('a case of radiographs begins with them and offers the CT of an earlier study', () => {
  const views = createViews(earlier, [...radiographs, ...slices])
  expect([views.stackStudyId, views.areSlicesOwn]).toEqual([ct, false])
  const source = views.createImageSource(undefined)
  expect([source.studyId, getIds(source.images)]).toEqual([earlier, [20, 21]])
  expect(source.priors?.showSlices).toBeDefined()
})

test('radiographs that were taken in the study of the slices are still listed beside an earlier one', async () => {
  const views = createViews(ct, [...slices, image(12, ct, 'General'), ...radiographs])
  const source = views.createImageSource(20 as ImageId)
  const own = (await source.priors?.list())?.find(({ id }) => id === ct)
  expect([own?.modality, own?.seriesModalities.includes('CT')]).toEqual(['General', true])
  expect(getIds((await source.priors?.images(ct)) ?? [])).toEqual([12])
})

test('a case without slices keeps its source', () => {
  const views = createViews(earlier, radiographs)
  expect(views.stackStudyId).toBeUndefined()
  expect(getIds(views.createImageSource(undefined).images)).toEqual([30, 20, 21])
})
