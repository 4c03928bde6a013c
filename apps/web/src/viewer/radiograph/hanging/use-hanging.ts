import { getBuiltInHanging } from '@talus/anatomy'
import { species as speciesNames } from '@talus/contract'
import type { HangingProtocol, HangingStage, Image, ImageId, Species } from '@talus/contract'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { activateCell } from '../../core/grid/grid.ts'
import type { ViewerSession } from '../../core/viewer-session.ts'
import type { ComparedStudy, ViewerSource } from '../../core/source.ts'
import { fromSaved } from '../../core/store/saved-state.ts'
import type { PriorImage, PriorImagesStore } from '../priors/prior-images.ts'
import { arrangeStages, findMainRegion, getRegion, toGrid, toStage } from './arrange.ts'
import type { ArrangedStage } from './arrange.ts'

/** Earlier studies in which an image of the region is searched: each costs a request. */
const searchedStudies = 3

interface LoadedPriors {
  readonly study: ComparedStudy | undefined
  readonly images: readonly Image[]
}

/** Images of the last study before the open one that shows the region. */
async function loadPriors(source: ViewerSource, region: string): Promise<LoadedPriors> {
  const studies = (await source.priors?.list()) ?? []
  const open = studies.find(({ id }) => id === source.studyId)
  const earlier = studies
    .filter(({ id, isDeleted }) => id !== source.studyId && !isDeleted)
    .filter(({ createdOn }) => open !== undefined && createdOn < open.createdOn)
    .toSorted((one, other) => other.createdOn.localeCompare(one.createdOn))
  for (const study of earlier.slice(0, searchedStudies)) {
    const images = (await source.priors?.images(study.id)) ?? []
    const shown = images.filter((image) => getRegion(image) === region)
    if (shown.length > 0) return { study, images: shown }
  }
  return { study: undefined, images: [] }
}

export interface HangingSubject {
  readonly species: Species
  readonly region: string
}

interface LoadedHanging extends HangingSubject {
  /** Stages of the clinic, or else the built-in ones. */
  readonly stages: readonly HangingStage[]
  readonly isOwn: boolean
  readonly priors: LoadedPriors
}

async function loadHanging(source: ViewerSource, images: readonly Image[]) {
  const { species } = await source.patient()
  const name = speciesNames.find((one) => one === species)
  const region = findMainRegion(images)
  if (name === undefined || region === '') return null
  const [saved, priors] = await Promise.all([
    // Without the layouts of the clinic, the built-in ones are used.
    source.hanging?.list().catch(() => []),
    loadPriors(source, region).catch(() => ({ study: undefined, images: [] })),
  ])
  const speciesId = speciesNames.indexOf(name) + 1
  const own = saved?.find((one) => one.speciesId === speciesId && one.bodyPart === region)
  const stages = own?.stages ?? getBuiltInHanging(name, region)
  return { species: name, region, stages, isOwn: own !== undefined, priors } satisfies LoadedHanging
}

/** As in viewer.module.css. The screen has space for one image: the user chooses a layout, if any. */
const isUprightPhone = () => matchMedia('(max-width: 47.99em) and (orientation: portrait)').matches

interface HangingOptions {
  readonly session: ViewerSession
  readonly source: ViewerSource
  readonly priorImages: PriorImagesStore
  /** The image that the address names. */
  readonly opened?: { readonly image: ImageId; readonly isLayout: boolean } | undefined
}

/**
 * Applies the hanging protocol of the study when it is opened, unless the user has already changed
 * the grid, and goes from stage to stage.
 */
export function useHanging({ session, source, priorImages, opened }: HangingOptions) {
  const { store } = session
  const { images } = source
  const [initial] = useState(() => store.get())
  const isOpened = useRef(false)
  const [current, setCurrent] = useState<HangingStage>()
  const { data, refetch } = useQuery({
    queryKey: [...source.queryKey, 'hanging', images.map(({ id }) => id).join(' ')],
    queryFn: images.length > 1 ? () => loadHanging(source, images) : skipToken,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { showsOwnError: true },
  })
  const arranged = data ? arrangeStages(data.stages, data.region, images, data.priors.images) : []

  const show = async (next: ArrangedStage) => {
    setCurrent(next.stage)
    const { study, images: earlier } = data?.priors ?? {}
    const shown = new Set(next.images)
    const priors = earlier?.filter(({ id }) => shown.has(id)) ?? []
    if (study && priors.length > 0) await addPriors(study, priors)
    store.set((now) => ({ ...now, grid: toGrid(next, isUprightPhone()), enlargedFrom: undefined }))
  }
  const showWith = async (next: ArrangedStage, image: ImageId) => {
    await show(next)
    store.set((now) => ({ ...now, grid: activateCell(now.grid, next.images.indexOf(image)) }))
  }
  const addPriors = async (study: ComparedStudy, priors: readonly Image[]) => {
    // Earlier drawings are shown too; if they cannot be loaded, the images are shown without them.
    const saved = await source.priors?.state(study.id).catch(() => undefined)
    const ids = priors.map(({ id }) => id)
    const states = saved ? fromSaved(saved, ids) : new Map()
    const added = priors.map((image): [ImageId, PriorImage] => [
      image.id,
      // Layouts compare with the study before the open one.
      { image, studyCreatedOn: study.createdOn, isLater: false },
    ])
    priorImages.set((now) => ({ ...now, images: new Map([...now.images, ...added]) }))
    store.set((now) => ({ ...now, views: new Map([...now.views, ...states]) }))
  }
  useEffect(() => {
    if (!data || isOpened.current) return
    isOpened.current = true
    // A single view is no layout: the study opens with its first image.
    const first = arranged.find(({ ownCount }) => ownCount > 1)
    const { grid, views, tool } = store.get()
    // A user who has begun to work must not lose the image under the pointer.
    const isUntouched = grid === initial.grid && views === initial.views && tool === initial.tool
    if (!first || !isUntouched || isUprightPhone()) return
    if (!opened) void show(first)
    // A link shows its image alone; a reload shows the layout again, with the same active cell.
    else if (opened.isLayout && first.images.includes(opened.image))
      void showWith(first, opened.image)
    // Only when the layouts have been loaded.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])

  const at = arranged.findIndex(({ stage }) => stage === current)
  const step = (by: 1 | -1) => {
    const next =
      arranged[(Math.max(at, by === 1 ? -1 : 0) + by + arranged.length) % arranged.length]
    if (next) void show(next)
  }
  const subject = data && {
    speciesId: speciesNames.indexOf(data.species) + 1,
    bodyPart: data.region,
  }
  /** The grid becomes the first stage of the clinic; the other stages follow. */
  const save = async () => {
    if (!data || !subject) return
    const stage = toStage(store.get().grid, (id) => {
      const own = images.find((image) => image.id === id)
      const image = own ?? priorImages.get().images.get(id)?.image
      // Images of other parts have no place in the layouts of this one.
      return image && getRegion(image) === data.region
        ? { image, isPrior: own === undefined }
        : undefined
    })
    const key = JSON.stringify(stage)
    const others = data.stages.filter((one) => JSON.stringify(one) !== key)
    const stages = [stage, ...others].slice(0, maxStages)
    await source.hanging?.save?.({ ...subject, stages } satisfies HangingProtocol)
    const { data: after } = await refetch()
    setCurrent(after?.stages[0])
  }
  const reset = async () => {
    if (!subject) return
    await source.hanging?.reset?.(subject)
    setCurrent(undefined)
    await refetch()
  }
  return {
    subject: data ?? undefined,
    stages: arranged,
    at: at === -1 ? undefined : at,
    show: (index: number) => {
      const next = arranged[index]
      if (next) void show(next)
    },
    step,
    save: source.hanging?.save ? save : undefined,
    reset: source.hanging?.reset && data?.isOwn ? reset : undefined,
  }
}

/** As many as the server accepts. */
const maxStages = 6

export type Hanging = ReturnType<typeof useHanging>
