const channelName = 'talus-collected-images'

/** Notifies the tab in which the report about the study is open, so that it shows the image. */
export function announceCollectedImage(studyId: number) {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin
  channel.postMessage(studyId)
  channel.close()
}

/** Returns a function that ends it. */
export function followCollectedImages(studyId: number, onCollected: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === studyId) onCollected()
  })
  return () => channel.close()
}
