import { useEffect, useSyncExternalStore } from 'react'
import type { ImageId } from '@talus/contract'
import { createStore } from '../../store.ts'
import type { Store } from '../../store.ts'
import type { ViewerSource } from '../model.ts'
import { createFrameShelf } from './frame-shelf.ts'
import type { FrameShelf } from './frame-shelf.ts'
import { emptyPicture, loadPicture } from './picture.ts'
import type { Picture } from './picture.ts'
import { createPreparer } from './preparer.ts'

export type { Picture } from './picture.ts'

interface Entry {
  readonly imageId: ImageId
  readonly picture: Store<Picture>
  /** Apart from the picture: a hundred times it changes, and only the bar that shows it cares. */
  readonly progress: Store<number>
  /** How many cells show it. */
  holders: number
  /** Whether it failed the last time; nobody asks again until somebody wishes it. */
  hasFailed: boolean
  /** Its preview and metadata were asked for; a preview may be missing all the same. */
  isLightDone: boolean
  loading: { readonly stop: AbortController; readonly isLight: boolean } | undefined
}

/** The images of the viewer: those on screen first, then the others, as many as fit into memory. */
export interface Pictures {
  readonly picture: (imageId: ImageId) => Store<Picture>
  /** How much of the full image has come, from 0 to 1. */
  readonly progress: (imageId: ImageId) => Store<number>
  /** Asks for an image that will be on screen in a moment. */
  readonly begin: (imageId: ImageId) => void
  /** Says that an image is on screen, until the function it gives is called. */
  readonly hold: (imageId: ImageId) => () => void
  readonly retry: (imageId: ImageId) => void
  /** Forgets an image that was made anew, and loads it again where it is shown. */
  readonly refresh: (imageId: ImageId) => void
  /** Of images that have several: all but the first one, which is the picture. */
  readonly frames: FrameShelf
  readonly stop: () => void
}

export interface PicturesSettings {
  /** Of numbers, whole and made smaller. What is on screen is kept even where it is more. */
  readonly maxBytes: number
}

const defaults: PicturesSettings = { maxBytes: 400_000_000 }

/** As many at a time ahead of the reader: more would slow down what is asked for next. */
const aheadAtOnce = 2

/** With the smaller levels. */
const withLevels = 4 / 3

/** Of a radiograph, while nobody knows better. */
const usualBytes = 18_000_000

function bytesOf({ pixels, metadata }: Picture): number | undefined {
  if (pixels) return pixels.bytes
  if (!metadata?.display) return undefined
  const { samples, bits } = metadata.display
  return metadata.Rows * metadata.Columns * samples * (bits / 8) * withLevels
}

export function createPictures(
  source: ViewerSource,
  { maxBytes }: PicturesSettings = defaults,
): Pictures {
  const preparer = createPreparer()
  // Asked for each time: an image that is taken or sent while the viewer is open comes along.
  const orderNow = () => source.images.map(({ id }) => id)
  const entries = new Map<ImageId, Entry>()
  let isStopped = false
  let isPlanned = false

  const heldNow = () => [...entries.values()].filter(({ holders }) => holders > 0)
  const frames = createFrameShelf({
    source,
    preparer,
    first: (imageId) => {
      const { metadata, pixels } = entryOf(imageId).picture.get()
      return metadata && pixels && { metadata, pixels }
    },
    room: () =>
      heldNow().reduce((room, { picture }) => room - (bytesOf(picture.get()) ?? 0), maxBytes),
  })

  function entryOf(imageId: ImageId): Entry {
    const known = entries.get(imageId)
    if (known) return known
    const entry: Entry = {
      imageId,
      picture: createStore(emptyPicture),
      progress: createStore(0),
      holders: 0,
      hasFailed: false,
      isLightDone: false,
      loading: undefined,
    }
    entries.set(imageId, entry)
    return entry
  }

  async function load(entry: Entry, isLight: boolean) {
    const stop = new AbortController()
    const loading = { stop, isLight }
    entry.loading = loading
    entry.progress.set(0)
    const tell = (part: Partial<Picture>) => {
      if (entry.loading === loading) entry.picture.set((now) => ({ ...now, ...part }))
    }
    const tellProgress = (share: number) => {
      if (entry.loading === loading) entry.progress.set(share)
    }
    try {
      const settings = { isLight, signal: stop.signal, tell, tellProgress }
      await loadPicture(source, preparer, entry.imageId, entry.picture.get(), settings)
    } catch (fault) {
      if (entry.loading === loading) {
        entry.hasFailed = true
        tellProgress(0)
        tell({ fault })
      }
    }
    if (entry.loading !== loading) return
    entry.loading = undefined
    entry.isLightDone = true
    plan()
  }

  function abandon(entry: Entry) {
    const { loading } = entry
    entry.loading = undefined
    loading?.stop.abort()
    entry.progress.set(0)
  }

  /** The images not on screen, nearest to one that is first, the next before the one before it. */
  function byNearness(): readonly Entry[] {
    const order = orderNow()
    const places = [...entries.values()]
      .filter(({ holders }) => holders > 0)
      .map(({ imageId }) => order.indexOf(imageId))
      .filter((place) => place >= 0)
    const distance = (imageId: ImageId) => {
      const place = order.indexOf(imageId)
      if (place < 0) return Infinity
      const ways = places.map((held) => (place > held ? place - held : held - place + 0.5))
      return Math.min(Infinity, ...ways)
    }
    for (const imageId of order) entryOf(imageId)
    return [...entries.values()]
      .filter(({ holders }) => holders === 0)
      .map((entry) => ({ entry, far: distance(entry.imageId) }))
      .toSorted((one, other) => one.far - other.far)
      .map(({ entry }) => entry)
  }

  /** Says which of the others have room beside what is on screen, and lets go of the rest. */
  function makeRoom(others: readonly Entry[]): readonly Entry[] {
    const held = heldNow()
    // The images of a study are alike.
    const known = held
      .map(({ picture }) => bytesOf(picture.get()))
      .filter((bytes) => bytes !== undefined)
    const likely = known.length > 0 ? Math.max(...known) : usualBytes
    // Frames of a loop that somebody looks at come before images that nobody does.
    let room = maxBytes - frames.bytes()
    for (const { picture } of held) room -= bytesOf(picture.get()) ?? likely
    const kept: Entry[] = []
    for (const entry of others) {
      room -= bytesOf(entry.picture.get()) ?? likely
      if (room >= 0) kept.push(entry)
      else if (entry.picture.get().pixels)
        entry.picture.set((now) => ({ ...now, pixels: undefined }))
    }
    return kept
  }

  function carryOut() {
    isPlanned = false
    if (isStopped) return
    const held = heldNow()
    for (const entry of held) {
      if (entry.loading?.isLight) abandon(entry)
      if (!entry.loading && !entry.hasFailed && !entry.picture.get().pixels) void load(entry, false)
    }
    const others = byNearness()
    for (const { imageId } of others) frames.drop(imageId)
    frames.carryOn()
    const kept = makeRoom(others)
    if (held.some(({ loading }) => loading)) {
      // Whoever waits for an image does not share the line with those that nobody waits for.
      for (const entry of others) if (entry.loading) abandon(entry)
      return
    }
    const isNew = ({ loading, hasFailed }: Entry) => !loading && !hasFailed
    const light = others.filter((entry) => isNew(entry) && !entry.isLightDone)
    const whole = kept.filter((entry) => isNew(entry) && !entry.picture.get().pixels)
    const nearest = whole.slice(0, aheadAtOnce)
    const next = [
      ...nearest.map((entry) => ({ entry, isLight: false })),
      ...light
        .filter((entry) => !nearest.includes(entry))
        .map((entry) => ({ entry, isLight: true })),
      ...whole.slice(aheadAtOnce).map((entry) => ({ entry, isLight: false })),
    ]
    const busy = others.filter(({ loading }) => loading).length
    for (const { entry, isLight } of next.slice(0, Math.max(0, aheadAtOnce - busy)))
      void load(entry, isLight)
  }

  /** Later, once: a cell that is moved lets go and holds again in the same moment. */
  function plan() {
    if (isPlanned || isStopped) return
    isPlanned = true
    setTimeout(carryOut)
  }

  return {
    picture: (imageId) => entryOf(imageId).picture,
    progress: (imageId) => entryOf(imageId).progress,
    begin: (imageId) => {
      const entry = entryOf(imageId)
      if (!entry.loading && !entry.picture.get().pixels) void load(entry, false)
    },
    hold: (imageId) => {
      const entry = entryOf(imageId)
      entry.holders += 1
      // What failed unseen, ahead of the reader, is tried again for him.
      if (entry.holders === 1 && entry.hasFailed) {
        entry.hasFailed = false
        entry.picture.set((now) => ({ ...now, fault: undefined }))
      }
      plan()
      return () => {
        entry.holders -= 1
        plan()
      }
    },
    retry: (imageId) => {
      const entry = entryOf(imageId)
      entry.hasFailed = false
      entry.picture.set((now) => ({ ...now, fault: undefined }))
      plan()
    },
    refresh: (imageId) => {
      const entry = entryOf(imageId)
      abandon(entry)
      Object.assign(entry, { hasFailed: false, isLightDone: false })
      entry.picture.set(emptyPicture)
      frames.drop(imageId)
      plan()
    },
    frames,
    stop: () => {
      isStopped = true
      frames.stop()
      for (const entry of entries.values()) abandon(entry)
      preparer.stop()
    },
  }
}

const nothing = createStore(emptyPicture)

/** The picture in a cell; it is on screen as long as the cell is. */
export function usePicture(pictures: Pictures, imageId: ImageId | undefined): Picture {
  useEffect(() => (imageId === undefined ? undefined : pictures.hold(imageId)), [pictures, imageId])
  const store = imageId === undefined ? nothing : pictures.picture(imageId)
  return useSyncExternalStore(store.subscribe, store.get)
}
